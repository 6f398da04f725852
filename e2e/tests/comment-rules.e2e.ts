import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { holdBack } from '../support/gate.ts'
import { escapeFrom } from '../support/keyboard.ts'
import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { holdToast } from '../support/toast.ts'
import { PHONE } from '../support/where.ts'

async function chooseRule(page: Page, rule: string): Promise<void> {
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who can comment?' })
  await dialog.getByRole('radio', { name: rule }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

const reply = (page: Page) => page.getByRole('form', { name: 'Reply' })

test('the author chooses who can comment; others see the rule or the form, without a reload', async ({
  api,
  openAs,
}) => {
  const [author, friend] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Fay'))]
  const stranger = await api.signUp(makePerson('Sid'))
  await api.follow(friend, author)
  const post = await api.writePost(author, `Hello @${stranger.username}`)
  const path = `/post-detail/${post.id}`
  const [page, friends, strangers] = [await openAs(author), await openAs(friend), await openAs(stranger)]
  for (const each of [page, friends, strangers]) {
    await each.goto(path)
    await expect(reply(each)).toBeVisible()
  }
  // A change that is shown proves that these tabs receive live events.
  await api.like(post, author)
  for (const each of [friends, strangers]) {
    await expect(card(each, 'Hello').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
  }

  const followed = `Only people whom @${author.username} follows can comment.`
  await chooseRule(page, 'People I follow')
  await expect(strangers.getByText(followed)).toBeVisible()
  await expect(reply(strangers)).toBeHidden()
  await friends.reload()
  await reply(friends).getByRole('textbox').fill('As a friend')
  await reply(friends).getByRole('button', { name: 'Reply' }).click()
  await expect(friends.getByRole('article', { name: /^Comment by Fay/ })).toContainText('As a friend')

  await chooseRule(page, 'People I mention')
  await expect(friends.getByText('Only people whom this post mentions can comment.')).toBeVisible()
  await expect(reply(friends)).toBeHidden()
  await expect(reply(strangers)).toBeVisible()
  await expect(strangers.getByText(followed)).toBeHidden()

  await chooseRule(page, 'Nobody')
  for (const each of [friends, strangers]) {
    await expect(each.getByText(`Only @${author.username} can comment.`)).toBeVisible()
    await expect(reply(each)).toBeHidden()
  }
  await expect(reply(page)).toBeVisible()
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
  await expect(page.getByRole('radio', { name: 'Nobody' })).toBeChecked()
  await escapeFrom(page, page.getByRole('dialog'))

  await chooseRule(page, 'Everyone')
  for (const each of [friends, strangers]) await expect(reply(each)).toBeVisible()
})

test('a reply that the rule refuses shows why, and keeps its text', PHONE, async ({ api, openAs, noise }) => {
  noise.expect(/status of 403/)
  const [author, reader] = [await api.signUp(makePerson('Ann')), await api.signUp()]
  const post = await api.writePost(author, 'A quiet corner')
  const page = await openAs(reader)
  // Without live events, the refusal tells the rule. They would move the button when it is pressed.
  await holdBack(page, /\/api\/events/)
  await page.goto(`/post-detail/${post.id}`)
  await reply(page).getByRole('textbox').fill('Many words')
  await api.setWhoMayComment(post, author, 'nobody')
  const send = reply(page).getByRole('button', { name: 'Reply' })
  await clickAndSave(page, send, '/api/comments/add/')
  await expect(page.getByText('The author of this post has limited who may comment on it.')).toBeVisible()
  await expect(page.getByText(`Only @${author.username} can comment.`)).toBeVisible()
  await expect(reply(page).getByRole('textbox')).toHaveValue('Many words')
  await page.reload()
  await expect(reply(page).getByRole('textbox')).toHaveValue('Many words')
  await api.setWhoMayComment(post, author, 'everyone')
  await clickAndSave(page, send, '/api/comments/add/')
  await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('Many words')
})

test(
  'the author of a post hides a comment, which is collapsed for others and open for its writer',
  PHONE,
  async ({ api, openAs }) => {
    const [author, writer] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Wim'))]
    const reader = await api.signUp()
    const post = await api.writePost(author, 'Be kind')
    await api.comment(post, writer, 'Rude words')
    const path = `/post-detail/${post.id}`
    const page = await openAs(author)
    // Without live events. After each, the comments are read again, and a menu of theirs may close.
    await holdBack(page, /\/api\/events/)
    await page.goto(path)
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Comment options' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const [words, line] = ['Rude words', 'Hidden by the author']
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.getByRole('button', { name: 'Comment options' }).click()
    await holdToast(page, undo, () => page.getByRole('menuitem', { name: 'Hide comment' }).click())
    // What was hidden with the toast is shown at the next tick.
    await page.clock.runFor(100)
    await expect(page.getByText(line)).toBeVisible()
    await expect(page.getByText(words)).toBeHidden()
    await undo.click()
    await page.clock.resume()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText(line)).toBeHidden()
    await choose('Hide comment')
    await expect(page.getByText(words)).toBeHidden()

    const others = await openAs(reader)
    await others.goto(path)
    await expect(others.getByText(line)).toBeVisible()
    await expect(others.getByText(words)).toBeHidden()
    await others.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(others.getByText(words)).toBeVisible()
    await expect(others.getByRole('article', { name: /^Comment by Wim/ })).toBeFocused()
    await others.getByRole('button', { name: 'Comment options' }).click()
    await expect(others.getByRole('menuitem', { name: /^Block/ })).toBeVisible()
    await expect(others.getByRole('menuitem', { name: /comment/i })).toHaveCount(0)

    const writers = await openAs(writer)
    await writers.goto(path)
    await expect(writers.getByText(words)).toBeVisible()
    await expect(writers.getByText('The author of the post has hidden it for others.')).toBeVisible()

    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await choose('Show comment to everyone')
    await expect(page.getByText(line)).toBeHidden()
    await others.reload()
    await expect(others.getByText(words)).toBeVisible()
    await expect(others.getByText(line)).toBeHidden()
  },
)

test('a comment that the author hides is collapsed for others without a reload, and opened again', async ({
  api,
  openAs,
}) => {
  const [author, writer] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Wim'))]
  const post = await api.writePost(author, 'Be kind')
  await api.comment(post, writer, 'Rude words')
  const [page, others] = [await openAs(author), await openAs(await api.signUp())]
  for (const each of [page, others]) {
    await each.goto(`/post-detail/${post.id}`)
    await expect(each.getByText('Rude words')).toBeVisible()
  }
  // A change that is shown proves that this tab receives live events.
  await api.like(post, author)
  await expect(card(others, 'Be kind').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Comment options' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await holdToast(page, undo, () => page.getByRole('menuitem', { name: 'Hide comment' }).click())
  await expect(others.getByText('Hidden by the author')).toBeVisible()
  await expect(others.getByText('Rude words')).toBeHidden()
  await page.clock.resume()
  await undo.click()
  await expect(others.getByText('Rude words')).toBeVisible()
  await expect(others.getByText('Hidden by the author')).toBeHidden()
})
