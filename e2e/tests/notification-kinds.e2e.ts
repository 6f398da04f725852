import type { Page } from '@playwright/test'
import { type Api, type Member, makePerson, type Post } from '../support/api.ts'
import { expectUnread, rows } from '../support/notifications.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

interface Scene {
  api: Api
  ann: Member
  bob: Member
  /** By Ann. */
  post: Post
  /** By somebody else, with a comment by Ann. */
  asked: Post
  /** The `_id` of that comment. */
  own: string
}

interface Case {
  filter: string
  text: (scene: Scene) => string
  /** What Bob does. Returns how he undoes it. */
  act: (scene: Scene) => Promise<() => Promise<void>>
}

/** A comment by Bob that he deletes again. */
async function comment({ api, bob }: Scene, post: Post, text: string): Promise<() => Promise<void>> {
  const id = await api.comment(post, bob, text)
  return () => api.deleteComment(post, id, bob)
}

/** Everything that a member causes. */
const CASES: readonly Case[] = [
  {
    filter: 'Likes',
    text: () => 'Bob Mallard liked your post',
    async act({ api, post, bob }) {
      await api.like(post, bob)
      return () => api.unlike(post, bob)
    },
  },
  {
    filter: 'Comments',
    text: () => 'Bob Mallard commented on your post',
    act: (scene) => comment(scene, scene.post, 'To the author'),
  },
  {
    filter: 'Replies',
    text: () => 'Bob Mallard commented on a post that you commented on',
    act: (scene) => comment(scene, scene.asked, 'To those before'),
  },
  {
    filter: 'Mentions',
    text: () => 'Bob Mallard mentioned you in a comment',
    act: (scene) => comment(scene, scene.asked, `Says @${scene.ann.username}`),
  },
  {
    filter: 'Mentions',
    text: () => 'Bob Mallard mentioned you in a post',
    async act({ api, ann, bob }) {
      const made = await api.writePost(bob, `With @${ann.username}`)
      return () => api.deletePost(made, bob)
    },
  },
  {
    filter: 'Follows',
    text: () => 'Bob Mallard followed you',
    async act({ api, ann, bob }) {
      await api.follow(ann, bob)
      return () => api.unfollow(ann, bob)
    },
  },
]

async function setUp(api: Api): Promise<Scene> {
  const [ann, bob, cat] = [
    await api.signUp(makePerson('Ann')),
    await api.signUp(makePerson('Bob')),
    await api.signUp(makePerson('Cat')),
  ]
  const [post, asked] = [await api.writePost(ann, 'By Ann'), await api.writePost(cat, 'Asked by Cat')]
  return { api, ann, bob, post, asked, own: await api.comment(asked, ann, 'A first answer') }
}

/** Opens the list in a tab that is known to receive live events. */
async function openList(page: Page): Promise<void> {
  await page.goto('/notifications')
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()
}

test('every kind appears in the open list and under its filter, and goes when it is undone', async ({
  api,
  openAs,
}) => {
  const scene = await setUp(api)
  const page = await openAs(scene.ann)
  await openList(page)
  for (const { filter, text, act } of CASES) {
    const undo = await act(scene)
    const row = rows(page).filter({ hasText: text(scene) })
    await expect(row, filter).toHaveCount(1)
    const kind = page.getByRole('button', { name: filter })
    await kind.click()
    await expect(page).toHaveURL(/\?kind=/)
    // The address changes before the list, which has the same row.
    await expect(kind).toHaveAttribute('aria-pressed', 'true')
    await expect(row, filter).toHaveCount(1)
    await undo()
    await expect(row, filter).toHaveCount(0)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await expect(rows(page), filter).toHaveCount(0)
    await expect(page.getByText(/^Nothing yet/)).toBeVisible()
  }
})

test('upvotes are listed, and go with the comment', async ({ api, openAs }) => {
  const scene = await setUp(api)
  const { ann, bob, asked, own } = scene
  const page = await openAs(ann)
  await openList(page)
  await api.upvote(asked, own, bob)
  await expect(rows(page)).toContainText('Bob Mallard upvoted your comment')
  await expect(rows(page)).toContainText('A first answer')
  await rows(page)
    .getByRole('link', { name: /upvoted/ })
    .click()
  await expect(page).toHaveURL(`/post-detail/${asked.id}#comment-${own}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'A first answer' })).toBeFocused()
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
  await api.deleteComment(asked, own, ann)
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()
})

test(
  'requests to follow are listed, lead to their page, and go when they are taken back',
  PHONE,
  async ({ api, openAs }) => {
    const { ann, bob } = await setUp(api)
    await api.setPrivate(ann, true)
    const page = await openAs(ann)
    await openList(page)
    await api.follow(ann, bob)
    const row = rows(page).filter({ hasText: 'Bob Mallard asked to follow you' })
    await expect(row).toHaveCount(1)
    await row.getByRole('link', { name: /asked to follow you/ }).click()
    await expect(page).toHaveURL('/settings/follow-requests')
    await page.goBack()
    await expect(row).toHaveCount(1)
    await api.unfollow(ann, bob)
    await expect(row).toHaveCount(0)
  },
)

test('what a member caused goes when they leave or are blocked, from the list and the bell', async ({
  api,
  openAs,
}) => {
  const { ann, bob, post } = await setUp(api)
  const eve = await api.signUp(makePerson('Eve'))
  const [page, other] = [await openAs(ann), await openAs(ann)]
  await other.goto('/notifications?kind=like')
  await expect(other.getByText(/^When somebody likes/)).toBeVisible()
  await page.goto('/')
  await expectUnread(page, 0)
  for (const member of [bob, eve]) {
    await api.like(post, member)
    await api.follow(ann, member)
  }
  await expectUnread(page, 2)
  await expect(rows(other)).toContainText('Eve Mallard and Bob Mallard liked your post')
  await api.block(bob, ann)
  await expect(rows(other)).toContainText('Eve Mallard liked your post')
  await expectUnread(page, 2)
  await api.deleteAccount(eve)
  await expect(rows(other)).toHaveCount(0)
  await expectUnread(page, 0)
})

test('what happened to a post goes with it', async ({ api, openAs }) => {
  const { ann, bob, post } = await setUp(api)
  const page = await openAs(ann)
  await openList(page)
  await api.like(post, bob)
  await api.comment(post, bob, 'Well said')
  await expect(rows(page)).toHaveCount(2)
  await api.deletePost(post, ann)
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()
})
