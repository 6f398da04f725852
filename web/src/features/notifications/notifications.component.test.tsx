import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import { longTest, type Member, type MemberApi, makePerson, type Post, test } from '../../../test/component-test.ts'
import { pressOn, tabTo } from '../../../test/keyboard.ts'
import { renderLive } from '../../../test/live.ts'
import { clickAndSave } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { answer, watchRequests } from '../../../test/requests.ts'
import { expectToast } from '../../../test/toast.ts'

const SETTINGS = /^\/api\/notifications\/settings/

const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ })
/** The rows of the list, the latest first. */
const rows = page
  .getByRole('list', { name: 'Notifications' })
  .getByRole('listitem')
  .filter({ has: page.getByRole('time') })
const nothing = page.getByText(/^Nothing yet/)

const expectRows = (count: number) => expect.poll(() => rows.elements().length).toBe(count)

/** Expects so many unread notifications, in the navigation and the title of the page. */
async function expectUnread(count: number): Promise<void> {
  await expect.element(bell).toHaveAccessibleName(count === 0 ? 'Notifications' : `Notifications, ${count} unread`)
  await expect.poll(() => document.title).toMatch(count === 0 ? /^[^(]/ : `(${count}) `)
}

interface Scene {
  api: MemberApi
  ann: Member
  bob: Member
  /** By Ann. */
  post: Post
  /** By somebody else, with a comment by Ann. */
  asked: Post
  /** The `_id` of that comment. */
  own: string
}

async function setUp(api: MemberApi): Promise<Scene> {
  const [ann, bob, cat] = [
    await api.signUp(makePerson('Ann')),
    await api.signUp(makePerson('Bob')),
    await api.signUp(makePerson('Cat')),
  ]
  const [post, asked] = [await api.writePost(ann, 'By Ann'), await api.writePost(cat, 'Asked by Cat')]
  return { api, ann, bob, post, asked, own: await api.comment(asked, ann, 'A first answer') }
}

interface Case {
  filter: string
  text: string
  /** What Bob does. Returns how he undoes it. */
  act: (scene: Scene) => Promise<() => Promise<void>>
}

/** A comment by Bob that he deletes again. */
async function comment({ api, bob }: Scene, post: Post, text: string): Promise<() => Promise<void>> {
  const id = await api.comment(post, bob, text)
  return () => api.deleteComment(post, id, bob)
}

/** What a member causes by one act, and takes back by another. */
const CASES: readonly Case[] = [
  {
    filter: 'Likes',
    text: 'Bob Mallard liked your post',
    async act({ api, post, bob }) {
      await api.like(post, bob)
      return () => api.unlike(post, bob)
    },
  },
  {
    filter: 'Quotes',
    text: 'Bob Mallard quoted your post',
    async act({ api, post, bob }) {
      const made = await api.writePost(bob, 'About that', { quote: post._id })
      return () => api.deletePost(made, bob)
    },
  },
  {
    filter: 'Comments',
    text: 'Bob Mallard commented on your post',
    act: (scene) => comment(scene, scene.post, 'To the author'),
  },
  {
    filter: 'Replies',
    text: 'Bob Mallard commented on a post that you commented on',
    act: (scene) => comment(scene, scene.asked, 'To those before'),
  },
  {
    filter: 'Mentions',
    text: 'Bob Mallard mentioned you in a comment',
    act: (scene) => comment(scene, scene.asked, `Says @${scene.ann.username}`),
  },
  {
    filter: 'Mentions',
    text: 'Bob Mallard mentioned you in a post',
    async act({ api, ann, bob }) {
      const made = await api.writePost(bob, `With @${ann.username}`)
      return () => api.deletePost(made, bob)
    },
  },
  {
    filter: 'Follows',
    text: 'Bob Mallard followed you',
    async act({ api, ann, bob }) {
      await api.follow(ann, bob)
      return () => api.unfollow(ann, bob)
    },
  },
]

describe('kinds of notifications', () => {
  longTest('every kind appears in the open list and under its filter, and goes when it is undone', async ({ api }) => {
    const scene = await setUp(api)
    await renderLive('/notifications', { member: scene.ann })
    await expect.element(nothing).toBeVisible()
    for (const { filter, text, act } of CASES) {
      const undo = await act(scene)
      const row = rows.filter({ hasText: text })
      await expect.element(row, { message: text }).toBeVisible()
      const kind = page.getByRole('button', { name: filter })
      await kind.click()
      await expect.poll(() => location.search).toMatch(/^\?kind=/)
      // The address changes before the list, which has the same row.
      await expect.element(kind).toHaveAttribute('aria-pressed', 'true')
      await expect.element(row, { message: text }).toBeVisible()
      await undo()
      await expect.element(row, { message: text }).not.toBeInTheDocument()
      await page.getByRole('button', { name: 'All', exact: true }).click()
      await expect.element(nothing).toBeVisible()
    }
  })

  longTest('upvotes are listed, lead to the comment, and go with it', async ({ api }) => {
    const { ann, bob, asked, own } = await setUp(api)
    await renderLive('/notifications', { member: ann })
    await expect.element(nothing).toBeVisible()
    await api.upvote(asked, own, bob)
    await expect.element(rows).toMatchTextContent('Bob Mallard upvoted your comment')
    await expect.element(rows).toMatchTextContent('A first answer')
    await rows.getByRole('link', { name: /upvoted/ }).click()
    await expect.element(page.getByRole('listitem').filter({ hasText: 'A first answer' })).toHaveFocus()
    expect(location.pathname + location.hash).toBe(`/post-detail/${asked.id}#comment-${own}`)
    history.back()
    await expectRows(1)
    await api.deleteComment(asked, own, ann)
    await expect.element(nothing).toBeVisible()
  })

  longTest('requests to follow are listed, lead to their page, and go when they are taken back', async ({ api }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    await api.setPrivate(ann, true)
    await renderLive('/notifications', { member: ann, size: 'phone' })
    await expect.element(nothing).toBeVisible()
    await api.follow(ann, bob)
    const row = rows.filter({ hasText: 'Bob Mallard asked to follow you' })
    await row.getByRole('link', { name: /asked to follow you/ }).click()
    await expect.element(page.getByRole('heading', { name: 'Follow requests' })).toBeVisible()
    expect(location.pathname).toBe('/settings/follow-requests')
    history.back()
    await expect.element(row).toBeVisible()
    await api.unfollow(ann, bob)
    await expect.element(nothing).toBeVisible()
  })

  longTest('what a member caused goes when they leave or are blocked, from the list and the bell', async ({ api }) => {
    const { ann, bob, post } = await setUp(api)
    const eve = await api.signUp(makePerson('Eve'))
    // Only the list of all kinds is read by looking at it.
    await renderLive('/notifications?kind=like', { member: ann })
    await expect.element(page.getByText(/^When somebody likes/)).toBeVisible()
    await expectUnread(0)
    for (const member of [bob, eve]) {
      await api.like(post, member)
      await api.follow(ann, member)
    }
    await expectUnread(2)
    await expect.element(rows).toMatchTextContent('Eve Mallard and Bob Mallard liked your post')
    await api.block(bob, ann)
    await expect.element(rows.getByRole('link', { name: /^(Unread: )?Eve Mallard liked your post/ })).toBeVisible()
    await expectUnread(2)
    await api.deleteAccount(eve)
    await expect.element(rows).not.toBeInTheDocument()
    await expectUnread(0)
  })

  test('what happened to a post goes with it', async ({ api }) => {
    const { ann, bob, post } = await setUp(api)
    await renderLive('/notifications', { member: ann })
    await api.like(post, bob)
    await api.comment(post, bob, 'Well said')
    await expectRows(2)
    await api.deletePost(post, ann)
    await expect.element(nothing).toBeVisible()
  })
})

describe('the list of notifications', () => {
  test('12 likes are one notification with the exact count, which follows every like that is taken back', async ({
    api,
  }) => {
    const ann = await api.signUp(makePerson('Ann'))
    const post = await api.writePost(ann, 'Liked by a dozen')
    await renderLive('/notifications', { member: ann })
    await expect.element(nothing).toBeVisible()
    const names = ['Abe', 'Bea', 'Cat', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jim', 'Kay', 'Lou']
    const likers: Member[] = []
    for (const name of names) {
      const liker = await api.signUp(makePerson(name))
      await api.like(post, liker)
      likers.push(liker)
    }
    await expect.element(rows.filter({ hasText: 'Lou Mallard and 11 others liked your post' })).toBeVisible()
    await expectRows(1)
    const faces = rows.getByRole('link', { name: /Mallard$/ })
    await expect.poll(() => faces.elements().length).toBe(8)
    await expect.element(faces.first()).toHaveAccessibleName('Lou Mallard')

    for (const liker of likers.slice(2)) await api.unlike(post, liker)
    await expect.element(rows).toMatchTextContent('Bea Mallard and Abe Mallard liked your post')
    const [abe, bea] = likers
    if (!abe || !bea) throw new Error('no likers')
    await api.unlike(post, bea)
    // From its beginning: the sentence about both has the same end.
    await expect.element(rows.getByRole('link', { name: /^(Unread: )?Abe Mallard liked your post/ })).toBeVisible()
    await api.unlike(post, abe)
    await expect.element(nothing).toBeVisible()
  })

  longTest('by keyboard alone: to the bell, to one kind, to a face, and to the post', async ({ api }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const post = await api.writePost(ann, 'Reached by keys')
    await api.like(post, bob)
    await api.follow(ann, bob)
    await renderScreen('/', { member: ann })
    await pressOn(bell)
    await expectRows(2)
    const likes = page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Likes' })
    await pressOn(likes, ' ')
    await expectRows(1)
    await expect.element(likes).toHaveAttribute('aria-pressed', 'true')
    await pressOn(rows.getByRole('link', { name: 'Bob Mallard', exact: true }))
    await expect.element(page.getByRole('region', { name: 'Bob Mallard', exact: true })).toBeVisible()
    history.back()
    await expectRows(1)
    await pressOn(rows.getByRole('link', { name: /liked your post/ }))
    await expect.element(page.getByRole('article').filter({ hasText: 'Reached by keys' })).toBeVisible()
    expect(location.pathname).toBe(`/post-detail/${post.id}`)
  })

  test('the icon of an installed app has the number, and none after a logout', async ({ api, onTestFinished }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    let onIcon: number | undefined
    const setAppBadge = async (count: number) => {
      onIcon = count
    }
    Object.assign(navigator, { setAppBadge })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'setAppBadge'))
    await renderLive('/', { member: ann })
    await api.follow(ann, bob)
    await expectUnread(1)
    expect(onIcon).toBe(1)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.poll(() => location.pathname).toBe('/login')
    await expect.poll(() => onIcon).toBe(0)
    expect(document.title).toMatch(/^[^(]/)
  })

  longTest('a long list grows page by page, and keeps its place when there is news', async ({ api }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    for (let number = 0; number < 45; number++) await api.like(await api.writePost(ann, `Post ${number}`), bob)
    await renderLive('/notifications', { member: ann, size: 'phone' })
    await expect.element(rows.first()).toMatchTextContent('Post 44')
    const last = rows.filter({ hasText: /Post 0$/ })
    const isLoaded = () => {
      rows.elements().at(-1)?.scrollIntoView()
      return last.query() !== null
    }
    await expect.poll(isLoaded).toBe(true)
    last.element().scrollIntoView()
    await api.follow(ann, bob)
    await expectRows(46)
    await expect.element(last).toBeInViewport()
  })

  test('a comment that is gone is said to be', async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const post = await api.writePost(ann, 'Talked about')
    const gone = await api.comment(post, bob, 'Soon gone')
    await api.comment(post, ann, 'Stays')
    await api.deleteComment(post, gone, bob)
    await renderScreen(`/post-detail/${post.id}#comment-${gone}`, { member: ann })
    await expect.element(page.getByText('The comment that you wanted to see is gone.')).toHaveFocus()
    await expect.element(page.getByText('Stays')).toBeVisible()
  })
})

describe('notification settings', () => {
  const likesInList = page.getByRole('checkbox', { name: 'Likes in the list' })

  test('settings are saved at once, and stay', async ({ api }) => {
    const screen = await renderScreen('/settings', { member: await api.signUp() })
    await page.getByRole('link', { name: 'Notification settings' }).click()
    await expect.element(likesInList).toBeChecked()
    expect(location.pathname).toBe('/settings/notifications')
    const from = page.getByRole('combobox', { name: 'Follows from' })
    const timeZone = page.getByRole('combobox', { name: 'Time zone' })
    const anonymous = page.getByRole('switch', { name: 'Do not show who did what' })
    const saved = async (change: () => Promise<unknown>) => {
      const seen = await watchRequests(SETTINGS, 'write')
      await change()
      await expect.poll(async () => (await seen()).map(({ status }) => status)).toEqual([200])
    }
    const click = (control: Locator) => saved(() => control.click())
    await click(likesInList)
    await click(page.getByRole('checkbox', { name: 'Mentions as push messages' }))
    await saved(() => from.selectOptions('People I follow'))
    await click(anonymous)
    await click(page.getByRole('switch', { name: 'Quiet hours' }))
    await saved(() => page.getByLabelText('Monday, start').fill('21:30'))
    await click(page.getByRole('checkbox', { name: 'Sunday' }))
    await saved(() => timeZone.selectOptions('Europe/Vienna'))
    await expectAccessible()

    await screen.reload()
    await expect.element(likesInList).not.toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: 'Likes as push messages' })).toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: 'Mentions as push messages' })).not.toBeChecked()
    await expect.element(from).toHaveValue('followed')
    await expect.element(anonymous).toBeChecked()
    await expect.element(page.getByLabelText('Monday, start')).toHaveValue('21:30')
    await expect.element(page.getByLabelText('Monday, end')).toHaveValue('07:00')
    await expect.element(page.getByLabelText('Tuesday, start')).toHaveValue('22:00')
    await expect.element(page.getByLabelText('Sunday, start')).not.toBeInTheDocument()
    await expect.element(timeZone).toHaveValue('Europe/Vienna')
    await page.getByRole('button', { name: 'Every night 22:00–07:00' }).click()
    await expect.element(page.getByLabelText('Sunday, start')).toHaveValue('22:00')
    await expect.element(page.getByLabelText('Monday, start')).toHaveValue('22:00')
  })

  longTest('a kind that is not in the list is not counted either', async ({ api }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const post = await api.writePost(ann, 'Liked in silence')
    const screen = await renderLive('/settings/notifications', { member: ann })
    await clickAndSave(likesInList, SETTINGS)
    await api.like(post, bob)
    await api.follow(ann, bob)
    await expectUnread(1)
    await screen.open('/notifications')
    await expect.element(rows).toMatchTextContent('Bob Mallard followed you')
  })

  test('a setting that the server refuses goes back, and a toast says so', async ({ api, noise }) => {
    noise.expect(/status of 422/)
    await renderScreen('/settings/notifications', { member: await api.signUp(), size: 'phone' })
    await expect.element(likesInList).toBeChecked()
    await answer(SETTINGS, 422, { errors: ['Not so.'] }, 'write')
    await expectToast('Not so.', () => likesInList.click())
    await noise.hear(/Not so/)
    await expect.element(likesInList).toBeChecked()
  })

  longTest(
    'the notifications of a post are muted and unmuted from its menu, by its author and by others',
    async ({ api }) => {
      const [ann, bob, cat] = [await api.signUp(), await api.signUp(), await api.signUp()]
      const post = await api.writePost(ann, 'Very popular')
      const options = page.getByRole('button', { name: 'Post options' })
      const choose = async (name: string) => {
        await options.click()
        await clickAndSave(page.getByRole('menuitem', { name }), /\/(un)?mute\//)
      }
      const screen = await renderLive(`/post-detail/${post.id}`, { member: ann })
      await choose('Mute notifications')
      await api.like(post, bob)
      await api.follow(ann, bob)
      await expectUnread(1)
      await screen.reload()
      await choose('Unmute notifications')
      await api.like(post, cat)
      await expectUnread(2)
      await renderScreen(`/post-detail/${post.id}`, { member: bob })
      await choose('Mute notifications')
      await options.click()
      await expect.element(page.getByRole('menuitem', { name: 'Unmute notifications' })).toBeVisible()
    },
  )

  longTest('the page and its settings are used by keyboard alone', async ({ api }) => {
    await renderScreen('/notifications', { member: await api.signUp() })
    await pressOn(page.getByRole('link', { name: 'Notification settings' }))
    await pressOn(likesInList, ' ')
    await expect.element(likesInList).not.toBeChecked()
    const from = page.getByRole('combobox', { name: 'Likes from' })
    await tabTo(from)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(from).toHaveValue('followed')
    await pressOn(page.getByRole('switch', { name: 'Quiet hours' }), ' ')
    await expect.element(page.getByLabelText('Monday, start')).toHaveValue('22:00')
  })
})
