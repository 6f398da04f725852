import { makePerson } from '../support/api.ts'
import { longNamed, signUpCast } from '../support/cast.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

test('safety', async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/)
  const viewer = await api.signUp(makePerson('Vic'))
  const rude = await api.signUp(longNamed())
  const cast = await signUpCast(api, 5)
  const [first] = cast
  if (!first) throw new Error('no cast')
  for (const other of [rude, ...cast]) await api.follow(other, viewer)
  const thread = await api.writePost(first, 'Who has seen the heron this morning?')
  for (const member of [rude, ...cast]) {
    await api.like(thread, member)
    await api.comment(thread, member, 'By the weir, as always.')
  }
  await api.writePost(first, 'The ending, with every spoiler there is.')
  await api.writePost(rude, 'Some words that nobody asked for.')
  const page = await openAs(viewer)
  for (const [path, text] of [
    ['/settings/blocked', 'You have not blocked anyone.'],
    ['/settings/muted', 'You have not muted anyone.'],
    ['/settings/words', 'You have not muted any words.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
    await shoot(page, `block-empty-${path.split('/').at(-1)}`)
  }

  await page.goto('/')
  const options = page.getByRole('article', { name: /Maximiliane/ }).getByRole('button', { name: 'Post options' })
  const popups = [
    ['menu', null],
    ['mute-dialog', /^Mute @/],
    ['dialog', /^Block/],
  ] as const
  for (const [name, item] of popups) {
    await options.click()
    if (item) await page.getByRole('menuitem', { name: item }).click()
    await expect(item ? page.getByRole('dialog') : page.getByRole('menu')).toBeVisible()
    await shoot(page, `block-${name}`)
    await page.keyboard.press('Escape')
  }

  await api.muteWord('spoiler', viewer)
  for (const other of cast.slice(1, 4)) await api.mute(other, 'week', viewer)
  await api.block(rude, viewer)
  await page.goto('/')
  await expect(page.getByText('You muted “spoiler”')).toBeVisible()
  await shoot(page, 'block-collapsed')
  await page.goto(`/post-detail/${thread.id}`)
  await expect(page.getByText('A comment by a member whom you do not see')).toBeVisible()
  await shoot(page, 'block-thread', { fullPage: true })
  await page.getByRole('button', { name: /^Liked by/ }).click()
  await expect(page.getByRole('dialog').getByText('and 1 hidden')).toBeVisible()
  await shoot(page, 'block-liked-by')
  await page.goto(`/profile/${cast[1]?.username}`)
  await expect(page.getByText(/You muted .* until/)).toBeVisible()
  await shoot(page, 'block-muted-profile')
  for (const path of ['blocked', 'muted', 'words']) {
    await page.goto(`/settings/${path}`)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await shoot(page, `block-list-${path}`)
  }
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Muted words' })).toBeVisible()
  await shoot(page, 'block-settings')
})

test('rules for comments', async ({ api, openAs }) => {
  const author = await api.signUp(makePerson('Ann'))
  const [other, writer] = [await api.signUp(longNamed()), await api.signUp(makePerson('Wim'))]
  const post = await api.writePost(author, 'Who has seen the heron this morning?')
  await api.comment(post, other, 'By the weir, as always.')
  await api.comment(post, writer, 'Nobody asked for a heron.')
  const path = `/post-detail/${post.id}`
  const page = await openAs(author)
  await page.goto(path)
  await page.getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await shoot(page, 'rules-menu')
  await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Nobody' }).check()
  await shoot(page, 'rules-dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Comment options' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Hide comment' })).toBeVisible()
  await shoot(page, 'rules-comment-menu')
  await page.getByRole('menuitem', { name: 'Hide comment' }).click()
  await expect(page.getByText('Hidden by the author')).toBeVisible()
  await shoot(page, 'rules-hidden')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeHidden()
  await shoot(page, 'rules-shown')
  const reading = await openAs(writer)
  await reading.goto(path)
  await expect(reading.getByText(/^The author of the post has hidden/)).toBeVisible()
  await shoot(reading, 'rules-writer')
})
