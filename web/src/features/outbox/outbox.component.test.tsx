import { describe, expect, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { longTest, type Member, type Person, test } from '../../../test/component-test.ts'
import { renderLive } from '../../../test/live.ts'
import { goOffline, goOnline } from '../../../test/network.ts'
import { card } from '../../../test/posts.ts'
import { blockStorage, renderScreen } from '../../../test/render-screen.tsx'
import { breakRequests, breakWrites, holdBack, stopRoutes, watchRequests } from '../../../test/requests.ts'
import { expectToast } from '../../../test/toast.ts'
import { look } from '../../../test/visibility.ts'

const UNREACHABLE = 'Quack cannot be reached. Check your connection and try again.'
const AWAY = 'Quack cannot be reached. Trying again …'

const away = page.getByText(AWAY)
const waitingPosts = page.getByRole('region', { name: 'Waiting posts' })
const newPost = page.getByRole('form', { name: 'New post' })

async function write(text: string): Promise<void> {
  await newPost.getByRole('textbox', { name: 'New post' }).fill(text)
  await newPost.getByRole('button', { name: 'Post', exact: true }).click()
  await expect.element(newPost.getByRole('textbox', { name: 'New post' })).toHaveValue('')
}

async function logIn({ username, password }: Person): Promise<void> {
  await page.getByLabelText('Username').fill(username)
  await page.getByLabelText('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Another member signs in in another tab. */
function hearOf({ token, username }: Member): void {
  Object.assign(localStorage, { token, username })
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }))
}

const logOut = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' })
const draft = newPost.getByRole('textbox', { name: 'New post' })
const unsent = page.getByRole('region', { name: 'Drafts and unsent changes' })

describe('what was not sent', () => {
  test('stays over a log-out, which is one tap: another member neither sees nor sends it, the next log-in of its member does', async ({
    api,
    noise,
  }) => {
    noise.expect(/NetworkError/)
    const [ann, bob] = [await api.signUp(), await api.signUp()]
    const liked = await api.writePost(bob, 'To be liked')
    await api.follow(bob, ann)
    const screen = await renderScreen('/', { member: ann })
    await expect.element(card('To be liked')).toBeVisible()
    goOffline()
    await card('To be liked').getByRole('button', { name: 'Like', exact: true }).click()
    await write('By Ann alone')
    await expect.element(waitingPosts).toMatchTextContent('By Ann alone')
    await draft.fill('Not finished')
    await logOut.click()
    await expect.element(page.getByRole('heading', { name: 'Welcome to Quack!' })).toBeVisible()
    expect(page.getByRole('dialog').elements()).toEqual([])
    expect(localStorage.getItem('token')).toBeNull()
    goOnline()

    await logIn(bob)
    await expect.element(card('To be liked')).toBeVisible()
    await expect.element(draft).toHaveValue('')
    await draft.fill('Of Bob')
    await expect.element(page.getByText('By Ann alone')).not.toBeInTheDocument()
    await screen.open('/settings')
    await expect.element(unsent.getByText('1 draft', { exact: true })).toBeVisible()
    await screen.open('/outbox')
    await expect.element(page.getByText('Nothing waits. Everything has been sent.')).toBeVisible()
    await logOut.click()
    const read = async (path: string) => (await fetch(path, { headers: { authorization: ann.token } })).json()
    expect((await read(`/api/posts/user/${ann.username}`)).posts).toEqual([])
    expect((await read(`/api/posts/${liked._id}`)).post.likes.likeCount).toBe(0)

    await logIn(ann)
    await screen.open('/')
    await expect.element(draft).toHaveValue('Not finished')
    await expect.element(waitingPosts).not.toBeInTheDocument()
    await expect.element(card('By Ann alone')).toBeVisible()
    await expect.poll(async () => (await read(`/api/posts/${liked._id}`)).post.viewer.liked).toBe(true)
    await expect.element(page.getByText('Of Bob')).not.toBeInTheDocument()
  })

  longTest('can be deleted in the settings, after a confirmation', async ({ api, noise }) => {
    noise.expect(/NetworkError/)
    const ann = await api.signUp()
    await api.writePost(ann, 'To be liked')
    const screen = await renderScreen('/', { member: ann })
    const like = card('To be liked').getByRole('button', { name: 'Like', exact: true })
    await expect.element(like).toBeVisible()
    const writes = await watchRequests(/^\/api\/posts/, 'write')
    goOffline()
    await like.click()
    await write('Never sent')
    await expect.element(waitingPosts).toMatchTextContent('Never sent')
    await draft.fill('Not finished')
    await screen.open('/settings')
    await expect.element(unsent.getByText('1 draft and 2 unsent changes')).toBeVisible()
    const remove = unsent.getByRole('button', { name: 'Delete all' })
    const question = page.getByRole('dialog', { name: 'Delete what was not sent?' })
    await remove.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(remove).toHaveFocus()
    await remove.click()
    await expectToast('Deleted from this device', () => question.getByRole('button', { name: 'Delete' }).click())
    const nothing = unsent.getByText('Nothing is kept')
    await expect.element(nothing).toBeVisible()
    await expect.element(remove).toBeDisabled()
    await expect.element(nothing).toHaveFocus()
    expect(Object.keys(localStorage).filter((key) => /^(draft|outbox|toggles):/.test(key))).toEqual([])

    await screen.open('/')
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    await expect.element(draft).toHaveValue('')
    await expect.element(waitingPosts).not.toBeInTheDocument()
    goOnline()
    await write('Sent afterwards')
    await expect.poll(async () => (await writes()).map(({ status }) => status)).toEqual([201])
    await expect.element(page.getByText('Never sent')).not.toBeInTheDocument()
  })

  test('is on no screen of the next member, also if a tab hears of both at the same time', async ({ api }) => {
    const [ann, bob] = [await api.signUp(), await api.signUp()]
    const screen = await renderScreen(`/profile/${ann.username}`, { member: ann })
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const bio = page.getByRole('dialog').getByLabelText('Bio')
    await bio.fill('Not yet saved')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'New Post' }).click()
    await expect.element(page.getByRole('dialog', { name: 'New Post' })).toBeVisible()
    hearOf(bob)
    const follow = page.getByRole('main').getByRole('button', { name: 'Follow', exact: true })
    await expect.element(follow).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    hearOf(ann)
    await screen.open(`/profile/${ann.username}`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect.element(bio).toHaveValue('Not yet saved')
  })
})

test('a name that is taken again shows nothing of who had it before', async ({ api }) => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  await api.bookmark(await api.writePost(bob, 'Kept by Ann'), ann)
  const screen = await renderScreen('/bookmark', { member: ann })
  await expect.element(card('Kept by Ann')).toBeVisible()
  await api.deleteAccount(ann)
  const next = await api.signUp(ann)
  const answers = await holdBack(/^\/api\//)
  hearOf(next)
  await answers.arrived()
  await expect.element(card('Kept by Ann')).not.toBeInTheDocument()
  await answers.open()
  await screen.open('/explore')
  await expect
    .element(card('Kept by Ann').getByRole('button', { name: 'Bookmark', exact: true, pressed: false }))
    .toBeVisible()
})

describe('the outbox', () => {
  test('a refusal and a conflict are shown on the entry, and the member decides', async ({ api, noise }) => {
    // A virtual list of which many rows change their height at once.
    noise.expect(/status of (404|409)/, /ResizeObserver loop/)
    const [ann, bob] = [await api.signUp(), await api.signUp()]
    await api.follow(bob, ann)
    const gone = await api.writePost(bob, 'Soon gone')
    const own = await api.writePost(ann, 'As it was')
    const screen = await renderScreen('/', { member: ann })
    await expect.element(card('Soon gone')).toBeVisible()
    const outside = goOffline()
    await card('Soon gone').getByRole('button', { name: 'Comments: 0' }).click()
    const reply = page.getByRole('form', { name: 'Reply' })
    await reply.getByRole('textbox').fill('Too late')
    await reply.getByRole('button', { name: 'Reply' }).click()
    await expect.element(page.getByRole('article', { name: 'Your waiting comment' })).toMatchTextContent('Too late')
    await card('As it was').getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit Post' }).click()
    await page.getByRole('textbox', { name: 'Post text' }).fill('From the train')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await write('Sent all the same')
    await outside.deletePost(gone, bob)
    await outside.editPost(own, ann, 'From the office')
    goOnline()

    await expect.element(waitingPosts).not.toBeInTheDocument()
    await expect.element(card('Sent all the same')).toBeVisible()
    await expect.element(page.getByText('2 of your changes were not sent.')).toBeVisible()
    await expect.element(card('From the train')).toMatchTextContent('Changed meanwhile: choose a version')
    await card('From the train').getByRole('button', { name: 'Compare' }).click()
    await expect.element(page.getByRole('region', { name: 'Your version' })).toMatchTextContent('From the train')
    const present = page.getByRole('region', { name: 'The present version' })
    await expect.element(present).toMatchTextContent('From the office')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect.element(page.getByText('One of your changes was not sent.')).toBeVisible()
    await page.getByRole('link', { name: 'Show', exact: true }).click()
    const entry = page.getByRole('article', { name: 'Comment' })
    await expect.element(entry).toMatchTextContent('Too late')
    await expect.element(entry).toMatchTextContent('There is no such post. It may have been deleted.')
    await entry.getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('Nothing waits. Everything has been sent.')).toBeVisible()
    await screen.open('/')
    await expect.element(card('From the train')).toBeVisible()
    await expect.element(card('Changed meanwhile')).not.toBeInTheDocument()
  })

  longTest(
    'an edit that finds a newer version says so, after one attempt and with both versions',
    async ({ api, noise }) => {
      noise.expect(/status of 409/)
      const ann = await api.signUp()
      const own = await api.writePost(ann, 'As it was')
      await renderScreen('/', { member: ann })
      await card('As it was').getByRole('button', { name: 'Post options' }).click()
      await page.getByRole('menuitem', { name: 'Edit Post' }).click()
      await page.getByRole('textbox', { name: 'Post text' }).fill('From the train')
      await api.editPost(own, ann, 'From the office')
      const edits = await watchRequests(/^\/api\/posts\/edit/)
      const send = page.getByRole('button', { name: 'Update' })
      await expectToast('Changed meanwhile: choose a version', () => send.click())
      await card('From the train').getByRole('button', { name: 'Compare' }).click()
      await expect.element(page.getByRole('region', { name: 'Your version' })).toMatchTextContent('From the train')
      const present = page.getByRole('region', { name: 'The present version' })
      await expect.element(present).toMatchTextContent('From the office')
      expect(await edits()).toHaveLength(1)
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await expect.element(card('Changed meanwhile')).not.toBeInTheDocument()
      await expect.element(card('From the train')).toBeVisible()
    },
  )

  test('an expired session keeps what waits, and another member neither sees nor sends it', async ({ api, noise }) => {
    noise.expect(/status of 401/, /ApiError/)
    const [ann, bob] = [await api.signUp(), await api.signUp()]
    await renderScreen('/', { member: ann })
    await expect.element(newPost).toBeVisible()
    const outside = goOffline()
    await write('By Ann alone')
    await expect.element(waitingPosts).toMatchTextContent('By Ann alone')
    await outside.logOut(ann)
    goOnline()
    const ended = 'Your session has ended. Please log in again. One change waits to be sent.'
    await expect.element(page.getByText(ended)).toBeVisible()

    await logIn(bob)
    await write('By Bob')
    await expect.element(card('By Bob')).toBeVisible()
    await expect.element(page.getByText('By Ann alone')).not.toBeInTheDocument()
    await api.logOut({ ...bob, token: localStorage.getItem('token') ?? '' })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmark' }).click()
    await logIn(ann)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expect.element(card('By Ann alone')).toBeVisible()
    await expect.element(waitingPosts).not.toBeInTheDocument()
    await expect.element(card('By Bob')).not.toBeInTheDocument()
  })

  test('a waiting post that was edited is sent with the name of its author', async ({ api }) => {
    const ann = await api.signUp()
    await renderScreen('/', { member: ann })
    // By then, the name is known.
    await expect.poll(() => newPost.query()?.parentElement?.querySelector('img')).toBeTruthy()
    goOffline()
    await write('As it was typed')
    await waitingPosts.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Post text' }).fill('As it is meant')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    const writes = await watchRequests(/^\/api\/posts/, 'write')
    goOnline()
    await expect.element(card('As it is meant')).toBeVisible()
    await expect.element(waitingPosts).not.toBeInTheDocument()
    const [{ body } = { body: '' }] = await writes()
    const { firstName, lastName } = ann
    expect(JSON.parse(body ?? '').postData).toMatchObject({ content: 'As it is meant', firstName, lastName })
  })

  test('what waits can be taken back in the outbox: a like, a change and a deletion', async ({ api }) => {
    const ann = await api.signUp()
    for (const text of ['To be liked', 'To be changed', 'To be deleted']) await api.writePost(ann, text)
    await renderScreen('/', { member: ann })
    await expect.element(card('To be liked')).toBeVisible()
    const writes = await watchRequests(/^\/api\/posts/, 'write')
    goOffline()
    const like = card('To be liked').getByRole('button', { name: 'Like', exact: true })
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    const choose = async (post: Locator, item: string) => {
      await post.getByRole('button', { name: 'Post options' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose(card('To be changed'), 'Edit Post')
    await page.getByRole('textbox', { name: 'Post text' }).fill('Changed')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await choose(card('To be deleted'), 'Delete Post')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByRole('article', { name: 'This post will be deleted' })).toBeVisible()
    await page.getByRole('link', { name: '3 waiting' }).click()
    const rows = page.getByRole('list', { name: 'Outbox' }).getByRole('listitem')
    for (let left = 3; left > 0; left--) {
      await expect.poll(() => rows.elements().length).toBe(left)
      await rows.first().getByRole('button', { name: 'Undo' }).click()
    }
    await expect.element(page.getByText('Nothing waits. Everything has been sent.')).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    history.back()
    for (const text of ['To be liked', 'To be changed', 'To be deleted']) await expect.element(card(text)).toBeVisible()
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    goOnline()
    await write('Sent afterwards')
    await expect.poll(async () => (await writes()).map(({ status }) => status)).toEqual([201])
  })

  test('when sending fails and this device can keep nothing for later, nothing that was typed is lost', async ({
    api,
    noise,
  }) => {
    noise.expect(/ERR_CONNECTION_FAILED/)
    const member = await api.signUp()
    await api.writePost(member, 'Already here')
    await blockStorage()
    const screen = await renderScreen('/', { member })
    const post = card('Already here')
    await post.getByRole('button', { name: 'Comments: 0' }).click()
    await breakWrites()
    const fail = async (button: Locator) => {
      await expectToast(UNREACHABLE, () => button.click())
      await noise.hear(/NetworkError/)
    }
    await draft.fill('Not to be lost')
    await fail(newPost.getByRole('button', { name: 'Post', exact: true }))
    await expect.element(draft).toHaveValue('Not to be lost')
    await expect.element(card('Not to be lost')).not.toBeInTheDocument()

    const reply = post.getByPlaceholder('Quack your reply!')
    await reply.fill('Nor this')
    await fail(post.getByRole('button', { name: 'Reply', exact: true }))
    await expect.element(reply).toHaveValue('Nor this')
    await expect.element(post.getByRole('button', { name: 'Comments: 0' })).toBeVisible()

    await post.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Delete Post' }).click()
    const confirm = page.getByRole('dialog')
    await fail(confirm.getByRole('button', { name: 'Delete', exact: true }))
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(post).toBeVisible()

    await screen.reload()
    await expect.element(draft).toHaveValue('Not to be lost')
  })
})

describe('the bar of the connection', () => {
  test('while the server is unreachable, a bar says so, and the page loads by itself afterwards', async ({
    api,
    noise,
  }) => {
    noise.expect(/ERR_CONNECTION_FAILED/, /NetworkError/)
    await renderScreen('/', { member: await api.signUp() })
    const empty = page.getByText('Sorry, there no posts to show! Follow people to see their posts.')
    await expect.element(empty).toBeVisible()
    await breakRequests(/^\/(api\/|healthz)/)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmark' }).click()
    await expect.element(away).toBeVisible()
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible()
    await stopRoutes()
    await expect.element(page.getByText('You have not added any Bookmarks!')).toBeVisible()
    await expect.element(away).not.toBeInTheDocument()
  })

  longTest(
    'the bar appears when a hidden page becomes visible and the server is unreachable',
    async ({ api, noise }) => {
      noise.expect(/ERR_|NetworkError/)
      await renderLive('/', { member: await api.signUp() })
      look('hidden')
      await holdBack(/^\/(api\/|healthz)/)
      look('visible')
      await expect.element(away).toBeVisible()
    },
  )

  longTest('the bar does not appear when only a connection breaks', async ({ api, noise }) => {
    noise.expect(/ERR_CONNECTION_FAILED/)
    const [viewer, author] = [await api.signUp(), await api.signUp()]
    await api.follow(author, viewer)
    await renderLive('/', { member: viewer })
    let wasShown = false
    const observer = new MutationObserver(() => {
      wasShown ||= document.body.textContent?.includes(AWAY) === true
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    onTestFinished(() => observer.disconnect())
    const checks = await watchRequests(/^\/healthz/)
    look('hidden')
    await breakRequests(/^\/api\/events/)
    look('visible')
    await expect.poll(async () => (await checks()).some(({ status }) => status === 200)).toBe(true)
    await stopRoutes()
    await api.writePost(author, 'Written after the break')
    await expect.element(page.getByRole('button', { name: '1 new post' })).toBeVisible()
    expect(wasShown).toBe(false)
  })
})
