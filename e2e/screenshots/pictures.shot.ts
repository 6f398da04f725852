import { demoFile } from '../support/cast.ts'
import { attach, card, choose } from '../support/posts.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

const NAMES = ['mountain-lake', 'city-night', 'forest-mist', 'ramen']
const ALTS = ['A lake at dawn, mountains behind it', 'A city at night', 'A forest in the mist', 'A bowl of ramen']

test('posts with several pictures', async ({ api, openAs }) => {
  const member = await api.signUp()
  const pictures = await Promise.all(
    NAMES.map(async (name, index) => {
      const { url } = await api.upload(member, await demoFile(`${name}.webp`, 'image/webp'))
      return { url, alt: ALTS[index] ?? '' }
    }),
  )
  for (const count of [2, 3, 4]) {
    const [first, ...furtherPictures] = pictures.slice(0, count)
    const media = { mediaUrl: first?.url ?? '', alt: first?.alt ?? '', type: 'image', furtherPictures } as const
    await api.writePost(member, `${count} pictures of the week`, media)
  }
  const page = await openAs(member)
  await page.goto('/')
  await expect(card(page, '4 pictures')).toBeVisible()
  await shoot(page, 'pictures-feed', { fullPage: true })
  await card(page, '4 pictures').getByRole('button', { name: 'View picture 2 of 4' }).click()
  await expect(page.getByText('2 of 4')).toBeVisible()
  await shoot(page, 'pictures-viewer')
  await page.keyboard.press('Escape')
  await card(page, '3 pictures')
    .getByRole('link', { name: ALTS[0] ?? '' })
    .click()
  await expect(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
  await shoot(page, 'pictures-post')
  await choose(page, card(page, '3 pictures'), 'Edit Post')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Picture 3 of 3/ })).toBeVisible()
  await shoot(page, 'pictures-edit')
})

test('a new post with several pictures', async ({ api, openAs, noise }) => {
  noise.expect(/status of 500/, /ApiError/)
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'New post' }).fill('Four of the week')
  await attach(page, await Promise.all(NAMES.slice(0, 3).map((name) => demoFile(`${name}.webp`, 'image/webp'))))
  await form.getByRole('button', { name: 'Picture 2 of 3' }).click()
  await form.getByRole('textbox', { name: /^Describe this picture/ }).fill('A city at night')
  await expect(form.getByRole('progressbar')).toHaveCount(0)
  await page.route(/\/finish$/, (route) => route.fulfill({ status: 500, json: { errors: ['Not now.'] } }), { times: 1 })
  await attach(page, await demoFile('ramen.webp', 'image/webp'))
  await expect(form.getByRole('button', { name: 'Try again' })).toBeVisible()
  await shoot(page, 'composer-pictures')
})
