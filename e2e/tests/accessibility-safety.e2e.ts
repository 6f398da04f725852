import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { test } from '../support/moderated.ts'
import { MODERATED, SAFETY } from '../support/safety-pages.ts'
import { expect } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE_IN_LONG, tags } from '../support/where.ts'

test('safety has no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/)
  const [viewer, other] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Oto'))]
  const writer = await api.signUp()
  await api.follow(writer, viewer)
  const post = await api.writePost(writer, 'A thread')
  const blocked = await api.signUp()
  await api.comment(post, blocked, 'Not at all')
  await api.block(blocked, viewer)
  await api.mute(other, 'day', viewer)
  await api.muteWord('thread', viewer)
  await api.setPrivate(viewer, true)
  await api.follow(viewer, await api.signUp())

  const page = await openAs(viewer)
  for (const path of Object.values(SAFETY)) {
    await visit(page, path)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
  }
  await visit(page, `/profile/${other.username}`)
  await expect(page.getByText(/^You muted .* until/)).toBeVisible()
  await expectAccessible(page)
  await visit(page, `/profile/${writer.username}`)
  await page.getByRole('button', { name: 'Profile options' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const item of [/^Mute/, /^Block/]) {
    await page.getByRole('button', { name: 'Profile options' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('dialog', { name: item })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await visit(page, '/')
  await expect(page.getByText('You muted “thread”')).toBeVisible()
  await expectAccessible(page)
  await visit(page, `/post-detail/${post.id}`)
  await expect(page.getByText('A comment by a member whom you do not see')).toBeVisible()
  await expectAccessible(page)
})

test('private accounts have no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs }) => {
  const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
  await api.follow(owner, reader)
  await api.setPrivate(owner, true)
  await api.follow(owner, await api.signUp(makePerson('Sam')))
  const page = await openAs(owner)
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Follow requests 1 waiting' })).toBeVisible()
  await page.getByRole('switch', { name: 'Private account' }).click()
  await expect(page.getByRole('dialog', { name: 'Make your account public?' })).toBeVisible()
  await expectAccessible(page)
  await visit(page, `/profile/${owner.username}`)
  await expect(page.getByRole('main').getByRole('link', { name: '1 follow request' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '1 Followers' }).click()
  await page.getByRole('button', { name: 'Options for Rea Mallard' }).click()
  await expect(page.getByRole('menuitem', { name: 'Remove follower…' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Remove follower…' }).click()
  await expect(page.getByRole('dialog', { name: `Remove @${reader.username}?` })).toBeVisible()
  await expectAccessible(page)

  const reading = await openAs(reader)
  await reading.goto(`/profile/${owner.username}`)
  await reading.getByRole('button', { name: 'Following', exact: true }).click()
  await expect(reading.getByRole('dialog', { name: `Unfollow @${owner.username}?` })).toBeVisible()
  await expectAccessible(reading)
  await reading.getByRole('button', { name: 'Unfollow' }).click()
  await expect(reading.getByText(/^This account is private/)).toBeVisible()
  await expectAccessible(reading)
  await reading.getByRole('button', { name: '0 Following' }).click()
  await expect(reading.getByRole('dialog').getByText(/^This account is private/)).toBeVisible()
  await expectAccessible(reading)
})

test('the rules for comments have no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs }) => {
  const [author, writer] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Wim'))]
  const post = await api.writePost(author, 'My rules')
  await api.comment(post, writer, 'Rude words')
  const page = await openAs(author)
  await page.goto(`/post-detail/${post.id}`)
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who can comment?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Nobody' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Comment options' }).click()
  await page.getByRole('menuitem', { name: 'Hide comment' }).click()
  await expect(page.getByText('Hidden by the author')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Rude words')).toBeVisible()
  await expectAccessible(page)
  const reading = await openAs(writer)
  await reading.goto(`/post-detail/${post.id}`)
  await expect(reading.getByText(`Only @${author.username} can comment.`)).toBeVisible()
  await expect(reading.getByText('The author of the post has hidden it for others.')).toBeVisible()
  await expectAccessible(reading)
})

test(
  'the pages of moderation have no accessibility violations',
  tags(PHONE_IN_LONG, LONG),
  async ({ openAs, moderated }) => {
    const { address, owner, author, reporter, api } = moderated
    const post = await api.writePost(author, 'Buy my ducks')
    await api.report(post, reporter, 'Look at this')
    const second = await api.report(await api.writePost(author, 'Buy more'), reporter)
    await api.decide([second], ['warn'], owner)
    const screen = await openAs(owner, address)
    const heading = screen.getByRole('heading', { name: 'Moderation', level: 1 })
    for (const part of ['reports', 'appeals', 'members', 'sign-ups', 'rules', 'figures', 'log']) {
      await visit(screen, `${address}${MODERATED.moderation}?part=${part}`)
      await expect(heading).toBeVisible()
      await expectAccessible(screen)
    }
    await visit(screen, `${address}${MODERATED.moderation}`)
    await screen
      .getByRole('button', { name: /^Open the report/ })
      .first()
      .click()
    await expect(screen.getByRole('heading', { name: 'Your decision' })).toBeVisible()
    await expectAccessible(screen)
    for (const path of [MODERATED.rules, MODERATED.about]) {
      await visit(screen, address + path)
      await expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(screen)
    }
  },
)
