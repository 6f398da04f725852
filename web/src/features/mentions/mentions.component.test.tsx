import { describe, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import { longTest, type Member, type MemberApi, makePerson, test } from '../../../test/component-test.ts'
import { pressOn, tabTo, typeInto } from '../../../test/keyboard.ts'
import { renderLive } from '../../../test/live.ts'
import { card } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { holdBack, watchRequests } from '../../../test/requests.ts'

describe('mentions', () => {
  const comment = page.getByRole('article', { name: /^Comment by/ })
  const paragraph = (text: string) => page.getByRole('paragraph').filter({ hasText: text })

  test('a mention in a post or comment leads to the profile, a hashtag to its page; all other names stay text', async ({
    api,
  }) => {
    const [author, mia] = [await api.signUp(), await api.signUp(makePerson('Mia'))]
    const name = mia.username
    const text = `Ask @${name.toUpperCase()}.now, @nobody_${name}, #${name} or \`@${name}\``
    const post = await api.writePost(author, text)
    await api.comment(post, author, `Hello @${name}! <b>@nobody</b>`)
    await renderScreen(`/post-detail/${post.id}`, { member: author })
    await expect.element(paragraph('Ask')).toHaveTextContent(text)
    const inPost = paragraph('Ask').getByRole('link')
    await expect.element(inPost).toHaveLength(2)
    await expect.element(inPost.first()).toHaveTextContent(`@${name.toUpperCase()}`)
    await expect.element(inPost.last()).toHaveTextContent(`#${name}`)
    await expect.element(inPost.last()).toHaveAttribute('href', `/tag/${name}`)
    await expect.element(comment).toMatchTextContent(`Hello @${name}! <b>@nobody</b>`)
    const inComment = comment.getByRole('link', { name: `@${name}` })
    await expect.element(inComment).toHaveAttribute('href', `/profile/${name}`)

    await pressOn(inPost.first())
    await expect.element(page.getByRole('heading', { name: 'Mia Mallard' })).toBeVisible()
    expect(location.pathname).toBe(`/profile/${name}`)
    history.back()
    await inComment.click()
    await expect.element(page.getByRole('heading', { name: 'Mia Mallard' })).toBeVisible()
    expect(location.pathname).toBe(`/profile/${name}`)
  })

  longTest('a mention that is added to a post or comment is linked without a reload', async ({ api }) => {
    const [author, mia] = [await api.signUp(), await api.signUp(makePerson('Mia'))]
    const post = await api.writePost(author, 'With friends')
    await api.comment(post, author, 'And you')
    await renderScreen(`/post-detail/${post.id}`, { member: author })
    await page.getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: 'Edit comment' })
    await form.getByRole('textbox').fill(`And you, @${mia.username} `)
    await form.getByRole('button', { name: 'Update' }).click()
    const link = { name: `@${mia.username}` }
    await expect.element(comment.getByRole('link', link)).toBeVisible()
    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: false }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Post' })
    await dialog.getByRole('textbox', { name: 'Post text' }).fill(`With @${mia.username}, friends `)
    await dialog.getByRole('button', { name: 'Update' }).click()
    // The text, not the card: the comment, which has the same link, is in it.
    await expect.element(paragraph('friends').getByRole('link', link)).toBeVisible()
  })

  longTest(
    'an edit by somebody else links a new mention, and lets its member comment, without a reload',
    async ({ api }) => {
      const [author, mia] = [await api.signUp(), await api.signUp(makePerson('Mia'))]
      const post = await api.writePost(author, 'Look who is here')
      await api.setWhoMayComment(post, author, 'mentioned')
      await renderLive(`/post-detail/${post.id}`, { member: mia })
      const rule = page.getByText('Only people whom this post mentions can comment.')
      await expect.element(rule).toBeVisible()
      await api.editPost(post, author, `Look, @${mia.username} is here`)
      await expect.element(card('Look, ').getByRole('link', { name: `@${mia.username}` })).toBeVisible()
      await expect.element(page.getByPlaceholder('Quack your reply!')).toBeVisible()
      await api.editPost(post, author, 'Look, nobody')
      await expect.element(page.getByText('Look, nobody')).toBeVisible()
      await expect.element(rule).toBeVisible()
    },
  )
})

describe('the list of members', () => {
  const list = page.getByRole('listbox', { name: 'Members' })
  const options = list.getByRole('option')
  // Neither by role nor by label alone: while the list is open it is a combobox, and the form has the same label.
  const field = page.getByRole('form', { name: 'New post' }).getByLabelText('New post', { exact: true })

  /** Two members whose usernames begin with the same text, which no other member's does. */
  async function signUpTwins(api: MemberApi): Promise<{ start: string; first: Member; second: Member }> {
    const { username: start } = makePerson('Twin')
    const signUp = (end: string, firstName: string) =>
      api.signUp({ ...makePerson(firstName), username: `${start}${end}`, email: `${start}${end}@example.com` })
    return { start, first: await signUp('_a', 'Ada'), second: await signUp('_b', 'Bea') }
  }

  async function expectOnly({ username }: Member): Promise<void> {
    await expect.element(options).toHaveLength(1)
    await expect.element(options).toMatchTextContent(username)
  }

  test('a member is mentioned by keyboard alone, in a post and in a reply', async ({ api }) => {
    const { start, first, second } = await signUpTwins(api)
    await renderScreen('/explore', { member: await api.signUp() })
    await page.getByRole('button', { name: 'New Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    const text = dialog.getByRole('form').getByLabelText('New post')
    await expect.element(text).toHaveFocus()
    await userEvent.keyboard(`Hi @${start.toUpperCase()}`)
    await expect.element(options).toHaveLength(2)
    await expect.element(page.getByText('2 members found')).toBeInTheDocument()
    await expect.element(text).toHaveAttribute('aria-expanded', 'true')
    await expect.element(text).toHaveAttribute('aria-controls', list.element().id)
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
    await expectAccessible()

    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(text).toHaveFocus()
    await expect.element(text).not.toHaveAttribute('aria-expanded')
    await userEvent.keyboard(`{Enter}@${start}`)
    await expect.element(options).toHaveLength(2)
    // The first comes after the last.
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
    await expect.element(text).toHaveAttribute('aria-activedescendant', options.last().element().id)
    const chosen = options.last().element().textContent?.includes(first.username) ? first : second
    await userEvent.keyboard('{Enter}')
    await expect.element(text).toHaveValue(`Hi @${start.toUpperCase()}\n@${chosen.username} `)
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('and you{Control>}{Enter}{/Control}')
    await expect.element(dialog).not.toBeInTheDocument()

    // Other posts of Explore may have the same words, but not the same name.
    const post = card(`${chosen.username} and you`)
    await post.getByRole('button', { name: 'Comments: 0' }).click()
    const reply = post.getByPlaceholder('Quack your reply!')
    await typeInto(reply, `@${first.username.slice(0, -1)}`)
    await expect.element(options).toHaveLength(2)
    await userEvent.keyboard('b')
    await expectOnly(second)
    await userEvent.keyboard('{Tab}')
    await expect.element(reply).toHaveFocus()
    await tabTo(post.getByRole('button', { name: 'Reply', exact: true }))
    await userEvent.keyboard('{Enter}')
    const comment = post.getByRole('article', { name: /^Comment by/ })
    await comment.getByRole('link', { name: `@${second.username}` }).click()
    await expect.element(page.getByRole('heading', { name: 'Bea Mallard' })).toBeVisible()
    expect(location.pathname).toBe(`/profile/${second.username}`)
  })

  longTest('a member is mentioned by touch, and the keyboard stays open', async ({ api }) => {
    const { start, second } = await signUpTwins(api)
    await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    await field.click()
    await userEvent.keyboard(`@${start}`)
    await options.filter({ hasText: second.username }).click()
    await expect.element(field).toHaveValue(`@${second.username} `)
    await expect.element(field).toHaveFocus()
  })

  test('a member who is blocked while the form is open is not offered any more', async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const { start, first, second } = await signUpTwins(api)
    const viewer = await api.signUp()
    await api.follow(first, viewer)
    await api.writePost(first, 'By the first')
    await renderScreen('/', { member: viewer })
    await typeInto(field, `@${start}`)
    await expect.element(options).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    await card('By the first').getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: /^Block/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Block @/ })
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    // Later, it would take the focus from the field.
    await expect.element(page.getByRole('main')).toHaveFocus()
    await field.fill('')
    const answer = await holdBack(/^\/api\/people\?/)
    await typeInto(field, `@${start}`)
    await answer.arrived()
    // Not from the answer before the block either.
    await expect.element(list).not.toBeInTheDocument()
    await answer.open()
    await expectOnly(second)
  })

  test('the list is for what is typed now: no late answer, and no second request for the same letters', async ({
    api,
  }) => {
    const { start, second } = await signUpTwins(api)
    const asked = await watchRequests(/^\/api\/people\?/)
    await renderScreen('/', { member: await api.signUp() })
    await field.click()
    const late = await holdBack(new RegExp(`^/api/people\\?name=${start}&`))
    // In one step each: a slow machine would otherwise ask for a name in between, whose answer is narrowed to these.
    await field.fill(`@${start}`)
    await late.arrived()
    await field.fill(`@${start}_b`)
    await expectOnly(second)
    await late.open()
    await userEvent.keyboard('x')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('{Backspace}')
    await expectOnly(second)
    const names = (await asked()).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('name'))
    expect(names.filter((name) => name === `${start}_b`)).toHaveLength(1)

    // Only typing opens the list, and without it Enter begins a line.
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue(`@${start}_b\n`)
  })
})
