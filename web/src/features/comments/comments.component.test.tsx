import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { longTest, type Member, type MemberApi, makePerson, type Post, test } from '../../../test/component-test.ts'
import { escapeFrom } from '../../../test/keyboard.ts'
import { renderLive } from '../../../test/live.ts'
import { clickAndSave } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { holdBack, watchRequests } from '../../../test/requests.ts'
import { keepToasts } from '../../../test/toast.ts'

const reply = page.getByRole('form', { name: 'Reply' })
const comments = page.getByRole('article', { name: /^Comment by/ })

const pathOf = ({ id }: Post) => `/post-detail/${id}`

async function choose(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Comment options' }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

const itemTexts = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent)

describe('comments', () => {
  test('members can write, edit and delete their comments, which need text', async ({ api }) => {
    const member = await api.signUp()
    const post = await api.writePost(member, 'Say something')
    await api.comment(post, member, 'The older one')
    const screen = await renderScreen(pathOf(post), { member, size: 'phone' })

    const send = page.getByRole('button', { name: 'Reply', exact: true })
    const field = page.getByPlaceholder('Quack your reply!')
    await expect.element(send).toBeDisabled()
    await field.fill('  \n ')
    await expect.element(send).toBeDisabled()
    await field.fill('Somethin')
    await send.click()
    await expect.element(comments.first()).toMatchTextContent('Somethin')
    await expect.element(comments.nth(1)).toMatchTextContent('The older one')
    await expect.element(field).toHaveValue('')

    await page.getByRole('button', { name: 'Comment options' }).first().click()
    await expect.poll(itemTexts).toEqual(['Edit', 'Delete'])
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const text = page.getByRole('textbox', { name: 'Comment', exact: true })
    await expect.element(text).toHaveValue('Somethin')
    const update = page.getByRole('button', { name: 'Update' })
    await text.fill(' ')
    await expect.element(update).toBeDisabled()
    await text.fill('Something')
    // Escape closes the form, and keeps what was typed.
    await userEvent.keyboard('{Escape}')
    await expect.element(text).not.toBeInTheDocument()
    await choose('Edit')
    await expect.element(text).toHaveValue('Something')
    await update.click()
    await expect.element(comments.first()).toMatchTextContent('Something')

    await choose('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(comments).toHaveLength(1)
    await screen.reload()
    await expect.element(comments).toMatchTextContent('The older one')
    await expect.element(comments).toHaveLength(1)
  })

  test("another member's comment can be voted up and down, one vote for each member, and not edited", async ({
    api,
  }) => {
    const [author, viewer] = [await api.signUp(), await api.signUp(makePerson('Vic'))]
    const post = await api.writePost(author, 'Judge the comments')
    await api.comment(post, author, 'Am I right?')
    const votes = await watchRequests(/\/vote/, 'write')
    const screen = await renderScreen(pathOf(post), { member: viewer, size: 'phone' })
    const up = page.getByRole('button', { name: /^Upvote/ })
    const down = page.getByRole('button', { name: /^Downvote/ })
    await expect.element(up).toHaveAccessibleName('Upvote: 0')
    const options = page.getByRole('button', { name: 'Comment options' })
    const topOf = (locator: Locator) => locator.element().getBoundingClientRect().top
    expect([topOf(down), topOf(options)], 'one row of actions').toEqual([topOf(up), topOf(up)])
    await clickAndSave(up, /\/vote/)
    await expect.element(up).toHaveAccessibleName('Upvote: 1')
    await expect.element(up).toHaveAttribute('aria-pressed', 'true')
    await up.click()
    await expect.element(up).toHaveAccessibleName('Upvote: 1')

    await clickAndSave(down, /\/vote/)
    await expect.element(up).toHaveAccessibleName('Upvote: 0')
    await expect.element(down).toHaveAccessibleName('Downvote: 1')
    expect(await votes(), 'the same vote is not sent again').toHaveLength(2)
    await screen.reload()
    await expect.element(down).toHaveAccessibleName('Downvote: 1')
    await expect.element(down).toHaveAttribute('aria-pressed', 'true')
    await expect.element(up).toHaveAttribute('aria-pressed', 'false')

    await options.click()
    await expect.poll(itemTexts).toEqual([`Mute @${author.username}…`, `Block @${author.username}…`])
  })
})

describe('who can comment', () => {
  longTest('the author chooses who can comment, and can always comment', async ({ api }) => {
    const author = await api.signUp(makePerson('Ann'))
    const post = await api.writePost(author, 'A quiet corner')
    const screen = await renderScreen(pathOf(post), { member: author })
    const dialog = page.getByRole('dialog', { name: 'Who can comment?' })
    const openRules = async () => {
      await page.getByRole('button', { name: 'Post options' }).click()
      await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
    }
    let before = 'Everyone'
    for (const rule of ['People I follow', 'People I mention', 'Nobody', 'Everyone']) {
      await openRules()
      await expect.element(dialog.getByRole('radio', { name: before, exact: false })).toBeChecked()
      await dialog.getByRole('radio', { name: rule, exact: false }).click()
      await clickAndSave(dialog.getByRole('button', { name: 'Save' }), /^\/api\/posts\/edit\//)
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(reply).toBeVisible()
      if (rule === 'Nobody') await screen.reload()
      before = rule
    }
    await openRules()
    await expect.element(dialog.getByRole('radio', { name: 'Everyone' })).toBeChecked()
    await escapeFrom(dialog)
  })

  test('others see the rule or the form, without a reload', async ({ api }) => {
    const [author, friend] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Fay'))]
    const stranger = await api.signUp(makePerson('Sid'))
    await api.follow(friend, author)
    const post = await api.writePost(author, `Hello @${stranger.username}`)
    const followed = page.getByText(`Only people whom @${author.username} follows can comment.`)
    const mentioned = page.getByText('Only people whom this post mentions can comment.')
    const nobody = page.getByText(`Only @${author.username} can comment.`)
    const open = async (member: Member) => {
      await renderLive(pathOf(post), { member })
      await expect.element(reply).toBeVisible()
    }

    await open(stranger)
    await api.setWhoMayComment(post, author, 'followed')
    await expect.element(followed).toBeVisible()
    await expect.element(reply).not.toBeInTheDocument()
    await api.setWhoMayComment(post, author, 'mentioned')
    await expect.element(reply).toBeVisible()
    await expect.element(followed).not.toBeInTheDocument()
    await api.setWhoMayComment(post, author, 'nobody')
    await expect.element(nobody).toBeVisible()
    await expect.element(reply).not.toBeInTheDocument()

    await api.setWhoMayComment(post, author, 'followed')
    await open(friend)
    await reply.getByRole('textbox').fill('As a friend')
    await reply.getByRole('button', { name: 'Reply' }).click()
    await expect.element(page.getByRole('article', { name: /^Comment by Fay/ })).toMatchTextContent('As a friend')
    await api.setWhoMayComment(post, author, 'mentioned')
    await expect.element(mentioned).toBeVisible()
    await expect.element(reply).not.toBeInTheDocument()
    await api.setWhoMayComment(post, author, 'everyone')
    await expect.element(reply).toBeVisible()
    await expect.element(mentioned).not.toBeInTheDocument()
  })

  test('a reply that the rule refuses shows why, and keeps its text', async ({ api, noise }) => {
    noise.expect(/status of 403/)
    const [author, reader] = [await api.signUp(makePerson('Ann')), await api.signUp()]
    const post = await api.writePost(author, 'A quiet corner')
    // Without live events, the refusal tells the rule. They would move the button when it is pressed.
    await holdBack(/^\/api\/events/)
    const screen = await renderScreen(pathOf(post), { member: reader, size: 'phone' })
    await reply.getByRole('textbox').fill('Many words')
    await api.setWhoMayComment(post, author, 'nobody')
    const send = reply.getByRole('button', { name: 'Reply' })
    await clickAndSave(send, /^\/api\/comments\/add\//)
    await expect.element(page.getByText('The author of this post has limited who may comment on it.')).toBeVisible()
    await expect.element(page.getByText(`Only @${author.username} can comment.`)).toBeVisible()
    await expect.element(reply.getByRole('textbox')).toHaveValue('Many words')
    await screen.reload()
    await expect.element(reply.getByRole('textbox')).toHaveValue('Many words')
    await api.setWhoMayComment(post, author, 'everyone')
    await clickAndSave(send, /^\/api\/comments\/add\//)
    await expect.element(comments).toMatchTextContent('Many words')
  })
})

describe('a hidden comment', () => {
  const words = page.getByText('Rude words')
  const line = page.getByText('Hidden by the author')

  async function writeRudeWords(api: MemberApi) {
    const [author, writer] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Wim'))]
    const post = await api.writePost(author, 'Be kind')
    const comment = await api.comment(post, writer, 'Rude words')
    return { author, writer, post, comment }
  }

  longTest(
    'the author of a post hides a comment, which is collapsed for others and open for its writer',
    async ({ api }) => {
      const { author, writer, post } = await writeRudeWords(api)
      // Without live events. After each, the comments are read again, and a menu of theirs may close.
      await holdBack(/^\/api\/events/)
      keepToasts()
      await renderScreen(pathOf(post), { member: author, size: 'phone' })
      await choose('Hide comment')
      await expect.element(line).toBeVisible()
      await expect.element(words).not.toBeInTheDocument()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.element(words).toBeVisible()
      await expect.element(line).not.toBeInTheDocument()
      await choose('Hide comment')
      await expect.element(words).not.toBeInTheDocument()

      const reader = await api.signUp()
      await renderScreen(pathOf(post), { member: reader, size: 'phone' })
      await expect.element(line).toBeVisible()
      await expect.element(words).not.toBeInTheDocument()
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect.element(words).toBeVisible()
      await expect.element(page.getByRole('article', { name: /^Comment by Wim/ })).toHaveFocus()
      await page.getByRole('button', { name: 'Comment options' }).click()
      await expect.element(page.getByRole('menuitem', { name: /^Block/ })).toBeVisible()
      await expect.element(page.getByRole('menuitem', { name: /comment/i })).not.toBeInTheDocument()

      await renderScreen(pathOf(post), { member: writer, size: 'phone' })
      await expect.element(words).toBeVisible()
      await expect.element(page.getByText('The author of the post has hidden it for others.')).toBeVisible()

      await renderScreen(pathOf(post), { member: author, size: 'phone' })
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await choose('Show comment to everyone')
      await expect.element(line).not.toBeInTheDocument()
      await renderScreen(pathOf(post), { member: reader, size: 'phone' })
      await expect.element(words).toBeVisible()
      await expect.element(line).not.toBeInTheDocument()
    },
  )

  test('a comment that the author hides is collapsed for others without a reload, and opened again', async ({
    api,
  }) => {
    const { author, post, comment } = await writeRudeWords(api)
    await renderLive(pathOf(post), { member: await api.signUp() })
    await expect.element(words).toBeVisible()
    const change = async (action: 'hide' | 'unhide') => {
      const headers = { authorization: author.token }
      const { ok } = await fetch(`/api/comments/${action}/${post._id}/${comment}`, { method: 'POST', headers })
      expect(ok).toBe(true)
    }
    await change('hide')
    await expect.element(line).toBeVisible()
    await expect.element(words).not.toBeInTheDocument()
    await change('unhide')
    await expect.element(words).toBeVisible()
    await expect.element(line).not.toBeInTheDocument()
  })
})
