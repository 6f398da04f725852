import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import { longTest, type Member, type MemberApi, makePerson, type Post, test } from '../../../test/component-test.ts'
import { escapeFrom, pressOn } from '../../../test/keyboard.ts'
import { renderLive } from '../../../test/live.ts'
import { goOffline, goOnline } from '../../../test/network.ts'
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

describe('answers', () => {
  const comment = (name: string, text: string) =>
    page.getByRole('article', { name: `Comment by ${name} Mallard` }).filter({ hasText: text })
  const answerTo = (of: Locator) => of.getByRole('button', { name: 'Answer', exact: true }).first()
  const form = page.getByRole('form', { name: /^Answer to/ })
  const texts = () => comments.elements().map((each) => each.querySelector('p[dir]')?.textContent)
  const indentOf = (of: Locator) => of.element().getBoundingClientRect().left

  async function setUp(api: MemberApi) {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const post = await api.writePost(ann, 'What do you think?')
    const first = await api.comment(post, bob, 'A first thought')
    return { ann, bob, post, first }
  }

  test('stand below their comment, and are written, kept and sent by keyboard alone', async ({ api }) => {
    const { ann, bob, post, first } = await setUp(api)
    await api.comment(post, ann, 'The newest')
    const inner = await api.comment(post, ann, 'An answer', first)
    await api.comment(post, bob, 'An answer to it', inner)
    const screen = await renderScreen(pathOf(post), { member: ann, size: 'phone' })
    const answer = comment('Ann', 'An answer')
    await expect.element(answer).toBeVisible()
    expect(texts()).toEqual(['The newest', 'A first thought', 'An answer', 'An answer to it'])
    const lefts = ['A first thought', 'An answer to it'].map((text) => indentOf(comment('Bob', text)))
    expect([indentOf(answer) - (lefts[0] ?? 0), (lefts[1] ?? 0) - indentOf(answer)]).toEqual([16, 16])

    const button = answerTo(comment('Bob', 'An answer to it'))
    await pressOn(button)
    await expect.element(form.getByRole('textbox')).toHaveFocus()
    await userEvent.keyboard('Half')
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    await screen.reload()
    await pressOn(button)
    await expect.element(form.getByRole('textbox')).toHaveValue('Half')
    await expectAccessible()
    await userEvent.keyboard(' an answer')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(comment('Ann', 'Half an answer')).toMatchTextContent(`Answering @${bob.username}`)
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    expect(texts().at(-1)).toBe('Half an answer')
    // It is beyond the second level.
    await screen.reload()
    await page.getByRole('link', { name: '1 more answer' }).click()
    await expect.poll(texts).toEqual(['A first thought', 'An answer', 'An answer to it', 'Half an answer'])
  })

  test('beyond the first ones are behind a link to the branch, which has an address', async ({ api }) => {
    const { ann, bob, post, first } = await setUp(api)
    for (let number = 1; number <= 15; number++) await api.comment(post, ann, `Answer ${number}`, first)
    await api.comment(post, ann, 'Elsewhere')
    await renderScreen(pathOf(post), { member: bob, size: 'phone' })
    await page.getByRole('link', { name: '12 more answers' }).click()
    await expect.element(comment('Ann', 'Answer 15')).toBeVisible()
    expect(location.pathname).toBe(`${pathOf(post)}/comments/${first}`)
    await expect.element(page.getByRole('listitem').filter({ hasText: 'A first thought' })).toHaveFocus()
    expect(texts()).toEqual(['A first thought', ...Array.from({ length: 15 }, (_, index) => `Answer ${index + 1}`)])
    await expectAccessible()
    await answerTo(comment('Bob', 'A first thought')).click()
    await form.getByRole('textbox').fill('The last word')
    await form.getByRole('button', { name: 'Answer' }).click()
    await expect.poll(() => texts().at(-1)).toBe('The last word')
    await page.getByRole('link', { name: 'All comments' }).click()
    await expect.element(comment('Ann', 'Elsewhere')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /^1[23] more answers$/ })).toBeVisible()
  })

  test('a deleted comment keeps its place while an answer stands below', async ({ api }) => {
    const { ann, bob, post, first } = await setUp(api)
    await api.comment(post, ann, 'Soon alone', first)
    await renderScreen(pathOf(post), { member: bob })
    await expect.element(comment('Ann', 'Soon alone')).toBeVisible()
    await comment('Bob', 'A first thought').getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('This comment is gone')).toBeVisible()
    await expect.element(comment('Ann', 'Soon alone')).toBeVisible()
    const screen = await renderScreen(pathOf(post), { member: ann })
    await expect.element(page.getByText('This comment is gone')).toBeVisible()
    await comment('Ann', 'Soon alone').getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('This comment is gone')).not.toBeInTheDocument()
    await screen.reload()
    await expect.element(reply).toBeVisible()
    await expect.element(page.getByText('This comment is gone')).not.toBeInTheDocument()
  })

  test('a link to an answer opens it with what it answers', async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const { ann, bob, post, first } = await setUp(api)
    const inner = await api.comment(post, ann, 'Answered', first)
    const deep = await api.comment(post, bob, 'The wanted answer', await api.comment(post, bob, 'Between', inner))
    const screen = await renderScreen(`${pathOf(post)}#comment-${deep}`, { member: ann })
    await expect.element(page.getByRole('listitem').filter({ hasText: 'The wanted answer' })).toHaveFocus()
    expect(texts()).toEqual(['Between', 'The wanted answer'])
    await page.getByRole('link', { name: 'All answers to this comment' }).click()
    await expect.poll(texts).toEqual(['Answered', 'Between', 'The wanted answer'])
    await api.deleteComment(post, deep, bob)
    await screen.open(`${pathOf(post)}/comments/${deep}`)
    await expect.element(page.getByText('The comment that you wanted to see is gone.')).toHaveFocus()
    await expect.element(comment('Bob', 'A first thought')).toBeVisible()
  })

  test('wait below their comment without a network, and stay if it has gone meanwhile', async ({ api, noise }) => {
    noise.expect(/NetworkError|status of 404/)
    const { ann, bob, post, first } = await setUp(api)
    await renderScreen(pathOf(post), { member: ann, size: 'phone' })
    await expect.element(comment('Bob', 'A first thought')).toBeVisible()
    const outside = goOffline()
    await answerTo(comment('Bob', 'A first thought')).click()
    await form.getByRole('textbox').fill('Too late')
    await form.getByRole('button', { name: 'Answer' }).click()
    const waiting = page.getByRole('list', { name: 'Waiting answers' })
    await expect.element(waiting).toMatchTextContent('Too late')
    await expect.element(page.getByRole('list', { name: 'Waiting comments' })).not.toBeInTheDocument()
    await outside.comment(post, ann, 'Stays', first)
    await outside.deleteComment(post, first, bob)
    goOnline()
    await expect.element(waiting).toMatchTextContent('There is no such comment. It may have been deleted.')
    await expect.element(waiting).toMatchTextContent('Too late')
  })
})
