import type { Post } from '@quack/contract'
import { tagsIn } from '@quack/contract/rules/references'
import { notifyManager } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from '../../store.ts'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { ageOf } from '../api/copies.ts'
import { MINIMAL } from '../api/http.ts'
import { editLists, firstPage, type KeyPage } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate, repeatReads } from '../cache/read-again.ts'
import { type KeyList, type KeyListOptions, useKeyList } from '../cache/use-key-list.ts'
import { dropPin, orClosed, type Profile, putPinnedPost, stepCounts } from '../members/members.ts'
import { isViewer } from '../members/people.ts'
import { pendingTap, pendingTaps, pendingTargets } from '../outbox/pending.ts'
import { keyOf, postIdOf } from './places.ts'
import { fetchPost, getPost, isPostGone, type LivePost, markPostGone, putPost, refreshPost } from './posts.ts'

export function takePosts({ posts, nextCursor }: { posts: Post[]; nextCursor: string | null }): KeyPage {
  for (const post of posts) putPost(post)
  const keys = posts.filter(({ _id }) => !isPostGone(_id)).map(keyOf)
  return { keys, nextCursor, ...ageOf(posts) }
}

export function pageQuery(cursor: string | undefined) {
  return { ...firstPage, ...(cursor === undefined ? {} : { cursor }) }
}

export const exploreList: KeyListOptions = {
  queryKey: postLists.explore,
  restoresOnBack: true,
  fetchPage: async (cursor, signal) =>
    takePosts(await call('GET /api/explore', { query: pageQuery(cursor) }, { signal })),
}

export function useExplore(): KeyList {
  return useKeyList(exploreList)
}

/** The viewer's bookmarks, the latest first, as they are tapped. */
export function useBookmarks(): KeyList {
  const list = useKeyList({
    queryKey: postLists.bookmarks,
    restoresOnBack: true,
    fetchPage: async (cursor, signal) =>
      takePosts(await call('GET /api/bookmarks', { query: pageQuery(cursor) }, { signal })),
  })
  useStore(pendingTaps)
  return { ...list, keys: list.keys && withTapped(list.keys) }
}

function withTapped(keys: readonly string[]): string[] {
  const [added, removed]: [string[], string[]] = [[], []]
  for (const id of pendingTargets('bookmark')) (pendingTap('bookmark', id) ? added : removed).push(id)
  return [...added.filter((id) => !keys.includes(id)).toReversed(), ...keys.filter((id) => !removed.includes(id))]
}

/** A member's posts and reposts, the pinned post first. */
export function useMemberPosts({ username, pinnedPost }: Pick<Profile, 'username' | 'pinnedPost'>): KeyList {
  const list = useKeyList({
    queryKey: postLists.member(username),
    restoresOnBack: true,
    async fetchPage(cursor, signal) {
      const input = { params: { username }, query: pageQuery(cursor) }
      // The list is shown once the pinned post is cached too, so that its first row does not grow.
      const isPinMissing = cursor === undefined && pinnedPost !== null && getPost(pinnedPost) === undefined
      const [page] = await Promise.all([
        orClosed(username, call('GET /api/posts/user/:username', input, { signal })),
        isPinMissing && refreshPost(pinnedPost),
      ])
      return takePosts(page)
    },
  })
  const { keys } = list
  const ordered = useMemo(() => keys && withPinFirst(keys, pinnedPost), [keys, pinnedPost])
  return { ...list, keys: ordered }
}

export function postPageList(postId: string): KeyListOptions {
  return {
    queryKey: postLists.page(postId),
    async fetchPage(_, signal) {
      try {
        const { post } = await call('GET /api/posts/:postId', { params: { postId }, query: { embed: 0 } }, { signal })
        return { ...takePosts({ posts: [post], nextCursor: null }), ...ageOf(post) }
      } catch (error) {
        if (isRefusal(error, 'postUnknown')) return { keys: [], nextCursor: null }
        throw error
      }
    },
  }
}

/** A list of one post, by `_id` or public id. Empty if there is no such post. */
export function usePostPage(postId: string): KeyList {
  return useKeyList(postPageList(postId))
}

/** Pins an own post in place of the one that was pinned before. Succeeds if it is pinned already. */
export async function pinPost({ _id, username }: LivePost): Promise<void> {
  const write = call('POST /api/posts/pin/:postId', inputOf(_id))
  await write.catch((error) => acceptRefusal(error, 'postAlreadyPinned', _id))
  putPinnedPost(username, _id)
  refetchProfile(username)
}

/** Succeeds if the post is not pinned any more. */
export async function unpinPost({ _id, username }: LivePost): Promise<void> {
  const write = call('POST /api/posts/unpin/:postId', inputOf(_id))
  await write.catch((error) => acceptRefusal(error, 'postNotPinned', _id))
  dropPin(username, _id)
  refetchProfile(username)
}

function inputOf(postId: string) {
  return { params: { postId }, query: { embed: 0 }, headers: MINIMAL }
}

function acceptRefusal(error: unknown, accepted: 'postAlreadyPinned' | 'postNotPinned', id: string): void {
  if (isRefusal(error, accepted)) return
  dropUnknown(error, id)
  throw error
}

/**
 * Drops a post that a call has not found. An own one only if a read does not find it either: its author still sees a
 * post that a moderator has hidden, and may do nothing with it.
 */
export function dropUnknown(error: unknown, id: string): void {
  if (!isRefusal(error, 'postUnknown')) return
  const isOwn = isViewer(getPost(id)?.username ?? '')
  if (isOwn) void fetchPost(id).catch((reason) => isRefusal(reason, 'postUnknown') && dropPost(id))
  else dropPost(id)
}

/** A profile that is being fetched may arrive as it was before the write. */
function refetchProfile(username: string): void {
  repeatReads(queryKeys.profile(username))
}

/** The keys of a member's posts with the pinned one first, which is not repeated further down. */
export function withPinFirst(keys: readonly string[], pinned: string | null): readonly string[] {
  return pinned === null ? keys : [pinned, ...keys.filter((key) => key !== pinned)]
}

/** Removes a post that is deleted, or hidden from the viewer, from every list. */
export function dropPost(id: string): void {
  const post = getPost(id)
  if (post && !isPostGone(id)) {
    stepCounts(post.username, { postsCount: -1 })
    dropPin(post.username, id)
    refreshTagsOf(post.content)
  }
  const isOf = (key: string) => postIdOf(key) === id
  // Lists first: a virtual list would otherwise measure an empty row.
  notifyManager.batch(() => {
    editLists(postLists.all, (keys) => (keys.some(isOf) ? keys.filter((key) => !isOf(key)) : keys))
    markPostGone(id)
  })
  queryClient.removeQueries({ queryKey: queryKeys.comments(id) })
}

/** A post with these texts was written, edited or deleted: reads the counts and posts of their tags again. */
export function refreshTagsOf(...texts: string[]): void {
  for (const key of new Set(texts.flatMap((text) => [...tagsIn(text).keys()]))) {
    for (const queryKey of [queryKeys.tag(key), postLists.tag(key)]) void invalidate({ queryKey })
  }
}
