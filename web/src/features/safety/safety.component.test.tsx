import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { longTest, makePerson, test } from '../../../test/component-test.ts'
import { escapeFrom, pressOn, tabTo } from '../../../test/keyboard.ts'
import { renderLive } from '../../../test/live.ts'
import { attach, card, makePhoto } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { breakRequests, holdAnswers, holdBack, stopRoutes, watchRequests } from '../../../test/requests.ts'
import { expectToast } from '../../../test/toast.ts'

const CLOSED = 'This account is private. Follow to ask for access to posts.'
const UNKNOWN = 'There is no such member.'

const main = page.getByRole('main')
const closed = page.getByText(CLOSED)
const followButton = (name: 'Follow' | 'Requested' | 'Following') => main.getByRole('button', { name, exact: true })
const go = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

async function confirmBlock(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Block @/ })
  await expect.element(dialog).toMatchTextContent('Signed-out visitors can still read public posts')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}

/** Moves to the last item of a menu that was just opened: it takes keys only a moment after it is visible. */
async function moveToLast(item: Locator): Promise<void> {
  const isFocused = async () => {
    await userEvent.keyboard('{End}')
    return item.query() === document.activeElement && item.query() !== null
  }
  await expect.poll(isFocused).toBe(true)
}

/** Whether the picture is loaded. */
const isShown = (picture: Locator) => {
  const img = picture.query() as HTMLImageElement | null
  return img?.complete === true && img.naturalWidth > 0
}

describe('blocks', () => {
  test('a member blocked from a post menu is gone everywhere without a reload, and back after the unblock', async ({
    api,
    noise,
  }) => {
    noise.expect(/status of 404/)
    const [viewer, rex, flo] = [await api.signUp(), await api.signUp(makePerson('Rex')), await api.signUp()]
    for (const other of [rex, flo]) await api.follow(other, viewer)
    const thread = await api.writePost(flo, 'A thread of Flo')
    await api.comment(thread, rex, 'Rex was here')
    await api.comment(thread, flo, 'Flo too')
    await api.like(thread, rex)
    await api.like(thread, flo)
    await api.bookmark(await api.writePost(rex, 'By Rex'), viewer)
    await renderScreen('/bookmark', { member: viewer })
    await expect.element(card('By Rex')).toBeVisible()
    await go('Home')
    await card('By Rex').getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: `Block @${rex.username}…` }).click()
    await confirmBlock()
    await expect.element(card('By Rex')).not.toBeInTheDocument()
    await expect.element(main).toHaveFocus()
    await go('Bookmark')
    await expect.element(page.getByText('You have not added any Bookmarks!')).toBeVisible()

    await go('Home')
    await card('A thread of Flo').getByRole('button', { name: 'Comments: 2' }).click()
    const comments = page.getByRole('article', { name: /^Comment by/ })
    await expect.element(comments).toMatchTextContent('Flo too')
    await expect.element(page.getByText('A comment by a member whom you do not see')).toBeVisible()
    await card('A thread of Flo').getByRole('button', { name: 'Liked by: 2' }).click()
    const likers = page.getByRole('dialog', { name: 'Liked By' })
    await expect.element(likers.getByText('and 1 hidden')).toBeVisible()
    await expect.element(likers.getByRole('listitem')).toBeVisible()
    await escapeFrom(likers)

    await go('Profile')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Blocked members' }).click()
    const entry = page.getByRole('list', { name: 'Blocked members' }).getByRole('listitem')
    await expect.element(entry).toMatchTextContent(`@${rex.username}`)
    await entry.getByRole('button', { name: 'Unblock' }).click()
    await expect.element(page.getByText('You have not blocked anyone.')).toBeVisible()
    await go('Bookmark')
    await expect.element(card('By Rex')).toBeVisible()
  })

  longTest('a block from the menu of a comment hides the comment under the own post', async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const [author, rex] = [await api.signUp(), await api.signUp(makePerson('Rex'))]
    const post = await api.writePost(author, 'Be kind')
    await api.comment(post, rex, 'Rex was here')
    const screen = await renderScreen(`/post-detail/${post.id}`, { member: author, size: 'phone' })
    const comment = page.getByRole('article', { name: 'Comment by Rex Mallard' })
    await comment.getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: `Block @${rex.username}…` }).click()
    await confirmBlock()
    await expect.element(comment).not.toBeInTheDocument()
    const hidden = page.getByRole('region', { name: 'Comments' }).getByText('1 hidden')
    await expect.element(hidden).toBeVisible()
    await screen.reload()
    await expect.element(hidden).toBeVisible()
  })

  longTest('a member is blocked and unblocked by keyboard alone', async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const [viewer, rex] = [await api.signUp(), await api.signUp(makePerson('Rex'))]
    const screen = await renderScreen(`/profile/${rex.username}`, { member: viewer })
    const options = page.getByRole('button', { name: 'Profile options' })
    await pressOn(options)
    const item = page.getByRole('menuitem', { name: `Block @${rex.username}…` })
    await moveToLast(item)
    await userEvent.keyboard('{Enter}')
    const dialog = page.getByRole('dialog', { name: `Block @${rex.username}?` })
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await expect.element(cancel).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(options).toHaveFocus()

    await userEvent.keyboard('{Enter}')
    await moveToLast(item)
    await userEvent.keyboard('{Enter}')
    await expect.element(cancel).toHaveFocus()
    await pressOn(dialog.getByRole('button', { name: 'Block', exact: true }))
    await expect.element(page.getByText(UNKNOWN)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(main).toHaveFocus()

    await screen.open('/settings/blocked')
    await pressOn(page.getByRole('button', { name: 'Unblock' }))
    await expect.element(page.getByText('You have not blocked anyone.')).toBeVisible()
    await expect.element(main).toHaveFocus()
    await tabTo(page.getByRole('link', { name: 'Back to Settings' }))
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => location.pathname).toBe('/settings')
  })

  longTest(
    'the list of blocked members grows page by page, and a failure offers another try',
    async ({ api, noise }) => {
      noise.expect(/ERR_CONNECTION_FAILED/)
      const viewer = await api.signUp()
      for (let count = 0; count < 22; count++) await api.block(await api.signUp(), viewer)
      await breakRequests(/^\/(api\/blocks|healthz)/)
      await renderScreen('/settings/blocked', { member: viewer, size: 'phone' })
      await expect.element(main.getByRole('alert')).toMatchTextContent('Quack cannot be reached.')
      const retry = main.getByRole('button', { name: 'Retry' })
      await expect.element(retry).toBeVisible()
      await stopRoutes()
      const entries = page.getByRole('list', { name: 'Blocked members' }).getByRole('listitem')
      const isRead = () => {
        // The client may notice by itself that the server can be reached, and then the button is gone.
        ;(retry.query() as HTMLElement | null)?.click()
        return entries.elements().length > 0
      }
      await expect.poll(isRead).toBe(true)
      const count = () => {
        entries.elements().at(-1)?.scrollIntoView()
        return entries.elements().length
      }
      await expect.poll(count).toBe(22)
    },
  )
})

longTest('a muted member leaves the feed without a reload, and returns with Undo and Unmute', async ({ api }) => {
  const [viewer, rex] = [await api.signUp(), await api.signUp(makePerson('Rex'))]
  await api.follow(rex, viewer)
  await api.writePost(viewer, 'My own post')
  await api.writePost(rex, 'By Rex')
  const screen = await renderScreen('/', { member: viewer })
  const dialog = page.getByRole('dialog', { name: `Mute @${rex.username}?` })
  const fillIn = async (options: Locator) => {
    await options.click()
    await page.getByRole('menuitem', { name: `Mute @${rex.username}…` }).click()
    await dialog.getByRole('radio', { name: 'For a day' }).click()
    await dialog.getByRole('checkbox', { name: 'Mute their notifications too' }).click()
  }
  const mute = dialog.getByRole('button', { name: 'Mute', exact: true })
  await fillIn(card('By Rex').getByRole('button', { name: 'Post options' }))
  await mute.click()
  // It is offered for some seconds, but not while it has the focus.
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  ;(undo.element() as HTMLElement).focus()
  await expect.element(card('By Rex')).not.toBeInTheDocument()
  await expect.element(card('My own post')).toBeVisible()
  await undo.click()
  await expect.element(card('By Rex')).toBeVisible()

  await screen.open(`/profile/${rex.username}`)
  const options = page.getByRole('button', { name: 'Profile options' })
  await fillIn(options)
  await mute.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const head = page.getByRole('region', { name: 'Rex Mallard', exact: true })
  await expect.element(head).toMatchTextContent(`You muted @${rex.username} until `)
  await expect.element(card('By Rex')).toBeVisible()
  await options.click()
  const items = page.getByRole('menuitem')
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent))
    .toEqual([`Unmute @${rex.username}`, `Block @${rex.username}…`])
  await escapeFrom(page.getByRole('menu'))

  await screen.open('/settings/muted')
  const entry = page.getByRole('list', { name: 'Muted members' }).getByRole('listitem')
  await expect.element(entry).toMatchTextContent(/Muted until .*, but not their notifications/)
  await screen.open('/')
  await expect.element(card('My own post')).toBeVisible()
  await expect.element(card('By Rex')).not.toBeInTheDocument()
  await screen.open(`/profile/${rex.username}`)
  await head.getByRole('button', { name: 'Unmute' }).click()
  await expect.element(head).not.toMatchTextContent('You muted')
  await screen.open('/')
  await expect.element(card('By Rex')).toBeVisible()
})

describe('private accounts', () => {
  test('to unfollow a private member needs a confirmation, and hides their posts', async ({ api }) => {
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    await api.follow(owner, reader)
    await api.writePost(owner, 'For friends')
    await api.setPrivate(owner, true)
    await renderScreen(`/profile/${owner.username}`, { member: reader })
    await expect.element(card('For friends')).toBeVisible()
    await pressOn(followButton('Following'))
    const dialog = page.getByRole('dialog', { name: `Unfollow @${owner.username}?` })
    await expect.element(dialog).toMatchTextContent('You will have to ask again')
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(followButton('Following')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('button', { name: 'Unfollow' }).click()
    await expect.element(closed).toBeVisible()
    await expect.element(followButton('Follow')).toBeVisible()
    await go('Home')
    await expect
      .element(page.getByText('Sorry, there no posts to show! Follow people to see their posts.'))
      .toBeVisible()
  })

  test('rapid taps on the follow button of a private member end in the last state', async ({ api }) => {
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    await api.setPrivate(owner, true)
    const screen = await renderScreen(`/profile/${owner.username}`, { member: reader, size: 'phone' })
    const sent = await watchRequests(/^\/api\/users\/\d+\/follow/)
    const gate = await holdBack(/^\/api\/users\/\d+\/follow/)
    await followButton('Follow').click()
    // Taps before the first one is sent may take each other back.
    await gate.arrived()
    await followButton('Requested').click()
    await followButton('Follow').click()
    await followButton('Requested').click()
    await gate.open()
    await expect.poll(async () => (await sent()).map(({ status }) => status)).toEqual([200, 200])
    expect((await sent()).map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    await expect.element(followButton('Follow')).toBeVisible()
    await screen.reload()
    await expect.element(followButton('Follow')).toBeVisible()
  })

  test('an answer that fails brings the request back, and the list grows page by page', async ({ api, noise }) => {
    noise.expect(/ERR_CONNECTION_FAILED/, /NetworkError/)
    const owner = await api.signUp()
    await api.setPrivate(owner, true)
    for (let count = 0; count < 22; count++) await api.follow(owner, await api.signUp(makePerson('Rea')))
    await renderScreen('/settings/follow-requests', { member: owner, size: 'phone' })
    const entries = page.getByRole('list', { name: 'Follow requests' }).getByRole('listitem')
    const first = entries.first()
    await expect.element(first).toBeVisible()
    const name = first.getByText(/^@/).element().textContent ?? ''
    await breakRequests(/\/accept/)
    const gate = await holdBack(/\/accept/)
    await first.getByRole('button', { name: 'Accept' }).click()
    await gate.arrived()
    await expect.element(first).not.toMatchTextContent(name)
    await gate.open()
    await expect.element(first).toMatchTextContent(name)
    const count = () => {
      entries.elements().at(-1)?.scrollIntoView()
      return entries.elements().length
    }
    await expect.poll(count).toBe(22)
  })

  test('a request can be taken back, and is counted at its receiver', async ({ api }) => {
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    await api.setPrivate(owner, true)
    await renderLive(`/profile/${owner.username}`, { member: owner })
    const counted = page.getByRole('link', { name: 'Profile, 1 follow request' })
    const link = main.getByRole('link', { name: '1 follow request' })
    await api.follow(owner, reader)
    await expect.element(counted).toBeVisible()
    await expect.element(link).toBeVisible()
    await api.unfollow(owner, reader)
    await expect.element(counted).not.toBeInTheDocument()
    await expect.element(link).not.toBeInTheDocument()
    await api.follow(owner, reader)
    await link.click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect.element(page.getByText('Nobody is asking to follow you.')).toBeVisible()
    await expect.element(main).toHaveFocus()
    await expect.element(counted).not.toBeInTheDocument()

    await renderScreen(`/profile/${owner.username}`, { member: reader })
    await expect.element(closed).toBeVisible()
    await followButton('Follow').click()
    await expect.element(page.getByText(/You see posts as soon as your request is accepted/)).toBeVisible()
    await followButton('Requested').click()
    await expect.element(followButton('Follow')).toBeVisible()
    await expect.element(closed).toBeVisible()
  })

  test('a request that is rejected opens nothing, and its sender learns of it, also before the answer to the request', async ({
    api,
  }) => {
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    await api.setPrivate(owner, true)
    const profiles = await watchRequests(/^\/api\/users\/[^/?]+(\?|$)/, 'read')
    await renderLive(`/profile/${owner.username}`, { member: reader })
    const gate = await holdAnswers(/^\/api\/users\/\d+\/follow/)
    await followButton('Follow').click()
    await gate.arrived()
    const before = (await profiles()).length
    const headers = { authorization: owner.token }
    await fetch(`/api/follow-requests/${reader._id}/reject`, { method: 'POST', headers })
    // The event has come.
    await expect.poll(async () => (await profiles()).length).toBeGreaterThan(before)
    await expect.element(followButton('Requested')).toBeVisible()
    await gate.open()
    await expect.element(followButton('Follow')).toBeVisible()
    await expect.element(closed).toBeVisible()
  })

  test('becoming public needs a confirmation, and accepts the requests that wait', async ({ api }) => {
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    await api.writePost(owner, 'For friends')
    await api.setPrivate(owner, true)
    await api.follow(owner, reader)
    await renderScreen('/settings', { member: owner, size: 'phone' })
    const requests = page.getByRole('link', { name: /^Follow requests/ })
    await expect.element(requests).toHaveAccessibleName('Follow requests 1 waiting')
    const isPrivate = page.getByRole('switch', { name: 'Private account' })
    await isPrivate.click()
    const dialog = page.getByRole('dialog', { name: 'Make your account public?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(isPrivate).toBeChecked()
    await isPrivate.click()
    const makePublic = dialog.getByRole('button', { name: 'Make public' })
    await expectToast('Your account is public', () => makePublic.click())
    await expect.element(isPrivate).not.toBeChecked()
    await expect.element(requests).not.toBeInTheDocument()
    await renderScreen(`/profile/${owner.username}`, { member: reader })
    await expect.element(followButton('Following')).toBeVisible()
    await expect.element(card('For friends')).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Private account' })).not.toBeInTheDocument()
  })

  longTest('a stale tab that is refused learns that the member is private', async ({ api, noise }) => {
    noise.expect(/status of 403/)
    const [owner, reader] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Rea'))]
    const lists = await holdBack(/^\/api\/posts\/user\//)
    await renderScreen(`/profile/${owner.username}`, { member: reader })
    await expect.element(followButton('Follow')).toBeVisible()
    await lists.arrived()
    await api.setPrivate(owner, true)
    await lists.open()
    await expect.element(closed).toBeVisible()
  })

  longTest('a private member edits a post and keeps its picture, and posts the same picture again', async ({ api }) => {
    const author = await api.signUp()
    await api.setPrivate(author, true)
    const photo = await makePhoto()
    const buffer = Uint8Array.from(atob(photo.base64), (letter) => letter.charCodeAt(0))
    const { url } = await api.upload(author, { name: photo.name, mimeType: 'image/jpeg', buffer })
    await api.writePost(author, 'A photo', { mediaUrl: url, type: 'image', alt: 'A pond' })
    await renderScreen('/', { member: author })
    await card('A photo').getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Post' })
    await dialog.getByRole('textbox').first().fill('The same photo')
    await dialog.getByRole('button', { name: 'Update' }).click()
    // It has a second button for pictures.
    await expect.element(dialog).not.toBeInTheDocument()
    const picture = card('The same photo').getByRole('img', { name: 'A pond' })
    await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^\/media\/signed\//))
    await expect.poll(() => isShown(picture)).toBe(true)

    await attach(photo)
    const form = page.getByRole('form', { name: 'New post' })
    await expect.poll(() => isShown(form.getByRole('img', { name: 'Attached to this post' }))).toBe(true)
  })
})
