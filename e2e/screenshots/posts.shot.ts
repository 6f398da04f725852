import { demoFile, LONG_TEXT, LONG_WORD, longNamed, signUpCast } from '../support/cast.ts'
import { attach, card } from '../support/posts.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

test('long names, long words, odd pictures', async ({ api, openAs, noise }) => {
  noise.expect(/example\.invalid/)
  const member = await api.signUp(longNamed())
  await api.writePost(member, `One word: ${LONG_WORD}`)
  await api.writePost(member, LONG_TEXT)
  const tall = await api.upload(member, await oddPicture(300, 2_400))
  await api.writePost(member, 'A very tall one', { mediaUrl: tall.url, type: 'image', alt: 'Stripes' })
  const wide = await api.upload(member, await oddPicture(2_400, 200))
  await api.writePost(member, 'A very wide one', { mediaUrl: wide.url, type: 'image', alt: 'Stripes' })
  await api.writePost(member, '', { mediaUrl: 'https://example.invalid/gone.jpg', type: 'image' })
  const page = await openAs(member)
  await page.goto('/')
  await expect(card(page, 'A very wide one')).toBeVisible()
  for (const [name, text] of [
    ['odd-gone', 'This picture cannot be shown.'],
    ['odd-wide', 'A very wide one'],
    ['odd-tall', 'A very tall one'],
    ['odd-words', 'One word:'],
  ] as const) {
    await shoot(page, name, {
      before: () => card(page, text).evaluate((element) => element.scrollIntoView({ block: 'center' })),
    })
  }
})

test('menus and dialogs of a post', async ({ api, openAs }) => {
  const member = await api.signUp()
  const cast = await signUpCast(api)
  const lake = await api.upload(member, await demoFile('mountain-lake.webp', 'image/webp'))
  const post = await api.writePost(member, 'First light over the reservoir.', {
    mediaUrl: lake.url,
    type: 'image',
    alt: 'A lake at dawn',
  })
  for (const other of cast) await api.like(post, other)
  const stranger = await api.signUp(longNamed())
  await api.like(post, stranger)
  for (const other of cast.slice(0, 3)) await api.follow(other, member)
  const page = await openAs(member)
  await page.goto('/')
  await page.getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeVisible()
  await shoot(page, 'post-menu')
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Post text' }).fill('First light over the reservoir, and two herons.')
  await shoot(page, 'post-edit')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await expect(dialog).toBeVisible()
  await shoot(page, 'post-delete')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Liked by:/ }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(8)
  await shoot(page, 'liked-by')
})

test('comments', async ({ api, openAs }) => {
  const member = await api.signUp()
  const cast = await signUpCast(api, 4)
  const post = await api.writePost(member, 'What should I read on the train?')
  for (const [index, text] of [
    'Something short. You will look out of the window anyway.',
    LONG_TEXT,
    'Anything by **Tove Jansson**. https://example.com/the-summer-book',
    `One word: ${LONG_WORD}`,
  ].entries()) {
    const other = cast[index]
    if (other) await api.comment(post, other, text)
  }
  await api.comment(post, member, 'Thank you, all of you. The Summer Book it is.')
  await api.comment(post, await api.signUp(longNamed()), 'Too late, but: a timetable.')
  const page = await openAs(member)
  await page.goto(`/post-detail/${post.id}`)
  const comments = page.getByRole('article', { name: /^Comment by/ })
  await expect(comments).toHaveCount(6)
  await comments.nth(0).getByRole('button', { name: 'Upvote: 0' }).click()
  await comments.nth(2).getByRole('button', { name: 'Downvote: 0' }).click()
  await page.mouse.move(0, 0)
  await shoot(page, 'comments', { fullPage: true })
  const own = comments.filter({ hasText: 'Thank you, all of you.' }).getByRole('button', { name: 'Comment options' })
  await page.getByPlaceholder('Quack your reply!').fill('One more thing before I go: is there a second part of it?')
  await own.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await shoot(page, 'comment-menu')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('form', { name: 'Edit comment' })).toBeVisible()
  await shoot(page, 'comment-edit')
  await page.getByRole('form', { name: 'Edit comment' }).getByRole('button', { name: 'Cancel' }).click()
  await own.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'comment-delete')

  await page.goto('/')
  await card(page, 'What should I read').getByRole('button', { name: 'Comments: 6' }).click()
  await expect(comments.first()).toBeVisible()
  await shoot(page, 'comments-in-feed')
})

test('a reminder of the description', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'New post' }).fill('Ramen at last.')
  await attach(page, await demoFile('ramen.webp', 'image/webp'))
  await expect(form.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('No description yet')).toBeVisible()
  await expect(page.getByText('Posted')).toBeHidden()
  await shoot(page, 'alt-reminder')
})

test('one post, and none', async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/, /There is no such/)
  const member = await api.signUp()
  const lake = await api.upload(member, await demoFile('city-night.webp', 'image/webp'))
  const post = await api.writePost(member, LONG_TEXT, { mediaUrl: lake.url, type: 'image', alt: 'A city at night' })
  const page = await openAs(member)
  await page.goto(`/post-detail/${post.id}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, 'post')
  await page.goto('/post-detail/no-such-post')
  await expect(page.getByText('There is no such post.')).toBeVisible()
  await shoot(page, 'post-gone')
})

for (const [suffix, isTouch] of [
  ['', false],
  ['-touch', true],
] as const) {
  test.describe(`pictures in the viewer${suffix}`, () => {
    test.use({ isMobile: isTouch, hasTouch: isTouch })

    test('on the card, in the window and zoomed', async ({ api, openAs }) => {
      const member = await api.signUp()
      const lake = await api.upload(member, await demoFile('mountain-lake.webp', 'image/webp'))
      const alt = 'A lake at dawn, with mist over the water and two herons'
      await api.writePost(member, 'First light over the reservoir.', { mediaUrl: lake.url, type: 'image', alt })
      const tall = await api.upload(member, await oddPicture(300, 2_400))
      await api.writePost(member, 'A very tall one', {
        mediaUrl: tall.url,
        type: 'image',
        alt: LONG_TEXT.slice(0, 900),
      })
      const page = await openAs(member)
      await page.goto('/')
      const viewer = page.getByRole('dialog')
      for (const [name, text] of [
        ['viewer', 'First light'],
        ['viewer-tall', 'A very tall one'],
      ] as const) {
        const post = card(page, text)
        await shoot(page, `${name}-button${suffix}`, {
          before: () => post.getByRole('button', { name: 'View picture' }).hover(),
        })
        await post.getByRole('button', { name: 'View picture' }).click()
        await expect(viewer.getByRole('img')).toBeVisible()
        await shoot(page, `${name}${suffix}`)
        await page.keyboard.press('+')
        await shoot(page, `${name}-zoomed${suffix}`)
        await page.keyboard.press('Escape')
        await expect(viewer).toBeHidden()
      }
    })
  })
}

async function oddPicture(width: number, height: number) {
  const { default: sharp } = await import('sharp')
  const stripes = Array.from(
    { length: 24 },
    (_, index) =>
      `<rect x="${(index * width) / 24}" y="${(index * height) / 24}" width="${width / 12}" height="${height / 6}" fill="hsl(${index * 15} 60% 55%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#246"/>${stripes.join('')}</svg>`
  return {
    name: 'odd.png',
    mimeType: 'image/png',
    buffer: await sharp(Buffer.from(svg)).png().toBuffer(),
  }
}
