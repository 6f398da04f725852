import { describe, expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import { test } from '../../../test/component-test.ts'
import { askModerated, passMinutes } from '../../../test/moderated.ts'
import { card, fileOf, makePhoto } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'

const dialog = page.getByRole('dialog', { name: 'Versions' })
const versions = dialog.getByRole('list', { name: 'Versions' }).getByRole('listitem')
const mark = page.getByRole('button', { name: 'Edited' })

describe('an edited post', () => {
  test('says so, and opens what it said before, with what each edit has changed', async ({ api }) => {
    const { author, reporter: reader } = await askModerated(api)
    const post = await api.writePost(author, 'The duck swims in a pond')
    const { url } = await api.upload(author, fileOf(await makePhoto()))
    await passMinutes(3)
    await api.editPost(post, author, 'The old duck swims', { mediaUrl: url, alt: 'A duck' })
    await api.editPost(post, author, 'The old duck swims', {
      mediaUrl: '',
      warning: 'Mud',
      poll: { options: ['Yes', 'No'] },
    })
    await renderScreen(`/post-detail/${post.id}`, { member: reader })
    await userEvent.click(mark)
    await expect.element(versions.nth(2)).toMatchTextContent(/^First version · .*The duck swims in a pond$/)
    const [newest, middle] = [versions.nth(0), versions.nth(1)]
    await expect.element(newest).toMatchTextContent(/^Now · .*Warning: \[Added:\] Mud \[End\] ?1 picture removed$/)
    expect(newest.element().querySelector('ins')?.textContent).toBe('[Added:] Yes [End] ')
    // What covers the post now covers what it said before.
    const folded = middle.getByText('Warning: Mud')
    await expect.element(middle.getByText('duck swims')).not.toBeVisible()
    await folded.click()
    const added = middle.element().querySelector('ins')
    const removed = middle.element().querySelector('del')
    expect([added?.textContent, removed?.textContent]).toEqual(['[Added:] old [End] ', '[Removed:] in a pond [End] '])
    await expect.element(middle.getByRole('img', { name: 'A duck' })).toBeVisible()
    await expect.element(middle).toMatchTextContent(/Added\. ?A duck/)
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(mark).toHaveFocus()
  })

  test('that was edited within two minutes does not', async ({ api }) => {
    const { author } = await askModerated(api)
    const post = await api.writePost(author, 'Frist')
    await api.editPost(post, author, 'First')
    await renderScreen(`/post-detail/${post.id}`, { member: author })
    await expect.element(card('First')).toBeVisible()
    await expect.element(mark).not.toBeInTheDocument()
  })
})

test('an edited comment says so at once', async ({ api }) => {
  const { author, reporter: reader } = await askModerated(api)
  const post = await api.writePost(author, 'A post')
  await api.comment(post, reader, 'First words')
  await passMinutes(3)
  // Later than on the server, also if other tests have moved that.
  vi.setSystemTime(Date.now() + 60 * 60_000)
  await renderScreen(`/post-detail/${post.id}`, { member: reader })
  const comment = page.getByRole('article', { name: /^Comment by/ })
  await comment.getByRole('button', { name: 'Comment options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await comment.getByRole('textbox').fill('Second words')
  await comment.getByRole('button', { name: 'Update' }).click()
  await comment.getByRole('button', { name: 'Edited' }).click()
  await expect
    .element(versions.nth(0))
    .toMatchTextContent(/\[Removed:\] First ?\[End\] ?\[Added:\] Second ?\[End\] ?words$/)
  await expect.element(versions.nth(1)).toMatchTextContent(/First words$/)
})

test('a moderator reads the versions of what was reported, also if it is for followers', async ({ api }) => {
  const { owner, author, reporter } = await askModerated(api)
  const post = await api.writePost(author, 'Before the report')
  await api.report(post, reporter, 'Look')
  await passMinutes(3)
  await api.editPost(post, author, 'After it')
  await api.setPrivate(author, true)
  await renderScreen('/moderation', { member: owner })
  await page
    .getByRole('listitem')
    .filter({ hasText: `@${author.username}` })
    .getByRole('button', { name: /^Open the report/ })
    .click()
  await page.getByRole('button', { name: 'Show its versions' }).click()
  await expect.element(versions.nth(1)).toMatchTextContent(/Before the report$/)
})
