import type { MemberSummary, Route, RouteAnswer } from '@quack/contract'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { reportFailure } from '../api/error-notifications.ts'
import { dropFromLists, prependToLists } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { peopleLists, postLists } from '../cache/query-keys.ts'
import { dropComment, putComment } from '../comments/comments.ts'
import { dropAuthor, refreshFeeds } from '../feed/membership.ts'
import { reloadSeen } from '../feed/reload-seen.ts'
import { putMember } from '../members/members.ts'
import { showSettings } from '../notifications/notification-settings.ts'
import {
  type EntryOf,
  isTap,
  type OutboxEntry,
  type StateOf,
  type TapEntry,
  type Taps,
  type Writings,
} from '../offline/outbox-entry.ts'
import { restOfTap, type Sent } from '../outbox/lane.ts'
import { bookmark, follow, followTag, like, type Request, setting, vote } from '../outbox/requests.ts'
import { dropPost } from '../posts/drop-post.ts'
import { patchPost, putPost, refreshPost, withBookmark } from '../posts/posts.ts'
import { showTagFollowed } from '../tags/tag-follows.ts'
import { asMember, noteTried } from './once.ts'
import { sendCommentChange, sendCommentRemoval, sendNewComment } from './send-comment.ts'
import { sendNewPost, sendPostEdit, sendPostRemoval } from './send-post.ts'

export type WritingSends<Kinds> = { readonly [Kind in keyof Kinds]: (entry: EntryOf<Kinds, Kind>) => Promise<Sent> }

/** How each kind of writing is sent. A kind that is missing here is a compile error. */
export const WRITING_SENDS: WritingSends<Writings> = {
  post: sendNewPost,
  comment: sendNewComment,
  editPost: sendPostEdit,
  editComment: sendCommentChange,
  deletePost: sendPostRemoval,
  deleteComment: sendCommentRemoval,
}

export function sendEntry(entry: OutboxEntry): Promise<Sent> {
  if (isTap(entry)) return sendTap(entry)
  return (WRITING_SENDS[entry.kind] as (entry: OutboxEntry) => Promise<Sent>)(entry)
}

/** How a kind of taps is sent. */
interface TapSend<Entry> {
  /** Resolves to what shows the state that the server has now. */
  send: (tap: Entry) => Promise<() => void>
  /** What else a refusal means. It is reported. */
  refused?: (tap: Entry, error: unknown) => void
}

export type TapSends<Kinds> = { readonly [Kind in keyof Kinds]: TapSend<EntryOf<Kinds, Kind>> }

/** A kind that is missing here is a compile error. */
export const TAP_SENDS: TapSends<Taps> = {
  like: {
    async send({ target: id, body }) {
      const { post } = await callFor(like(id, body))
      return () => {
        putPost(post)
        void queryClient.invalidateQueries({ queryKey: peopleLists.likers(id), refetchType: 'none' })
      }
    },
    refused({ target: id }, error) {
      if (isRefusal(error, 'postUnknown')) dropPost(id)
      else void refreshPost(id)
    },
  },
  bookmark: {
    async send({ target: id, body }) {
      await callFor(bookmark(id, body))
      return () => {
        patchPost(id, (known) => withBookmark(known, body))
        if (body) prependToLists(postLists.bookmarks, id)
        else dropFromLists(postLists.bookmarks, id)
      }
    },
    refused({ target: id }, error) {
      if (isRefusal(error, 'postUnknown')) dropPost(id)
    },
  },
  vote: {
    async send({ target: id, body, subject: { postId } }) {
      const { comment } = await callFor(vote(postId, id, body))
      return () => putComment(postId, comment)
    },
    refused({ target: id, subject: { postId } }, error) {
      if (isRefusal(error, 'commentUnknown')) dropComment(postId, id)
    },
  },
  follow: { send: sendFollow },
  followTag: {
    async send({ target, body, subject: { name } }) {
      await callFor(followTag(name, body))
      return () => showTagFollowed(target, body)
    },
  },
  setting: {
    async send({ body }) {
      await callFor(setting(body))
      return () => showSettings(body)
    },
  },
}

function callFor<R extends Route>({ route, input }: Request<R>): Promise<RouteAnswer<R>> {
  return call(route, input)
}

async function sendFollow({ body, subject }: OutboxEntry<'follow'>): Promise<() => void> {
  const { user, followUser } = await callFor(follow(subject, body))
  return () => {
    putMember(user)
    putMember(followUser)
    // Visible lists keep their rows, so that a mistaken tap can be undone in the same row.
    void queryClient.invalidateQueries({ queryKey: peopleLists.all, refetchType: 'none' })
    showInFeeds(subject, body, followUser)
  }
}

function showInFeeds(
  { username }: MemberSummary,
  wanted: StateOf<'follow'>,
  { private: isPrivate, limited, viewer }: RouteAnswer<'PUT /api/users/:id/follow'>['followUser'],
): void {
  if (wanted === 'none') {
    const isForFollowers = isPrivate || limited
    dropAuthor(isForFollowers ? postLists.all : postLists.feeds, username)
    if (isForFollowers) reloadSeen()
  } else if (viewer?.following) {
    // The posts of a limited member are for followers.
    if (limited) reloadSeen()
    else refreshFeeds()
  }
}

/** Sends the desired state of a tap. */
async function sendTap(entry: TapEntry): Promise<Sent> {
  const tried = await noteTried(entry)
  const { send } = TAP_SENDS[entry.kind] as TapSend<TapEntry>
  const show = await asMember(entry, () => send(tried))
  return { show, rest: (changed) => restOfTap(changed as TapEntry, tried) }
}

/** Says why a state was refused, and shows what that tells. */
export function sayRefused(tap: TapEntry, error: unknown): void {
  const { refused } = TAP_SENDS[tap.kind] as TapSend<TapEntry>
  refused?.(tap, error)
  reportFailure(error)
}
