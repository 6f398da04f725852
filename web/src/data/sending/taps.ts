import { t } from '@lingui/core/macro'
import type { MemberSummary, Route, RouteAnswer } from '@quack/contract'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { reportFailure } from '../api/error-notifications.ts'
import { getSession } from '../api/session.ts'
import { dropFromLists, prependToLists } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { peopleLists, postLists } from '../cache/query-keys.ts'
import { COMMENT_TAPS } from '../comments/comments.ts'
import { dropComment, putComment } from '../comments/edit-comments.ts'
import { dropAuthor, refreshFeeds } from '../feed/membership.ts'
import { reloadSeen } from '../feed/news.ts'
import { putMember } from '../members/members.ts'
import { PEOPLE_TAPS } from '../members/people.ts'
import { SETTING_TAPS, showSettings } from '../notifications/notification-settings.ts'
import { isShaped, type Shape } from '../offline/is-shaped.ts'
import type { ShownTap, TapEntry } from '../offline/outbox-entry.ts'
import { dropUnknown } from '../posts/post-lists.ts'
import { getPost, POST_TAPS, patchPost, putPost, refreshPost } from '../posts/posts.ts'
import { showTagFollowed, TAG_TAPS } from '../tags/tag-follows.ts'
import { asSent, type Request, request } from './requests.ts'

interface TapKind<Tap, R extends Route> {
  /** What it does, for a list of all. */
  title: (tap: Tap) => string
  /** What it is of. */
  about?: (tap: Tap) => { postId: string } | { tag: string } | { member: MemberSummary }
  /** What a kept one has. A subject that is null has no shape. */
  shape: Shape
  request: (tap: Tap) => Request<R>
  /** Shows the state that the server has now. */
  sent: (tap: Tap, answer: RouteAnswer<R>) => void
  /** What else a refusal means. It is reported. */
  refused?: (tap: Tap, error: unknown) => void
}

type AnyTapKind = TapKind<TapEntry, Route>
export type TapKinds<Shown> = Readonly<Record<keyof Shown, AnyTapKind>>

/** Declares how a kind of taps is kept and sent. @param _ how its noun shows it */
export function tapKind<Entity, State, Subject, R extends Route>(
  _: ShownTap<Entity, State, Subject>,
  kind: TapKind<TapEntry<State, Subject>, R>,
): AnyTapKind {
  return kind as unknown as AnyTapKind
}

export type Taps = typeof POST_TAPS & typeof COMMENT_TAPS & typeof PEOPLE_TAPS & typeof TAG_TAPS & typeof SETTING_TAPS

const query = { embed: 0 } as const

function refusedByPost({ target: id }: { target: string }, error: unknown): void {
  dropUnknown(error, id)
  if (!isRefusal(error, 'postUnknown')) void refreshPost(id)
}

/** A kind that is shown and missing here is a compile error. */
export const TAPS: TapKinds<Taps> = {
  like: tapKind(POST_TAPS.like, {
    title: ({ body }) => (body ? t({ message: 'Like', context: 'noun' }) : t`Like taken back`),
    about: ({ target: postId }) => ({ postId }),
    shape: { body: 'boolean' },
    request({ target: postId, body }) {
      const input = { params: { postId }, query }
      return body ? request('PUT /api/posts/:postId/like', input) : request('DELETE /api/posts/:postId/like', input)
    },
    sent({ target: id }, { post }) {
      putPost(post)
      void queryClient.invalidateQueries({ queryKey: peopleLists.likers(id), refetchType: 'none' })
    },
    refused: refusedByPost,
  }),
  bookmark: tapKind(POST_TAPS.bookmark, {
    title: ({ body }) => (body ? t({ message: 'Bookmark', context: 'noun' }) : t`Bookmark removed`),
    about: ({ target: postId }) => ({ postId }),
    shape: { body: 'boolean' },
    request({ target: postId, body }) {
      const input = { params: { postId } }
      return body
        ? request('PUT /api/posts/:postId/bookmark', input)
        : request('DELETE /api/posts/:postId/bookmark', input)
    },
    sent({ target: id, body }) {
      patchPost(id, (known) => POST_TAPS.bookmark(known, body))
      if (body) prependToLists(postLists.bookmarks, id)
      else dropFromLists(postLists.bookmarks, id)
    },
    refused: refusedByPost,
  }),
  repost: tapKind(POST_TAPS.repost, {
    title: ({ body }) => (body ? t({ message: 'Repost', context: 'noun' }) : t`Repost taken back`),
    about: ({ target: postId }) => ({ postId }),
    shape: { body: 'boolean' },
    request({ target: postId, body }) {
      const input = { params: { postId }, query }
      return body ? request('PUT /api/posts/:postId/repost', input) : request('DELETE /api/posts/:postId/repost', input)
    },
    sent({ target: id }, { post }) {
      putPost(post)
      void queryClient.invalidateQueries({ queryKey: peopleLists.reposters(id), refetchType: 'none' })
      void queryClient.invalidateQueries({
        queryKey: postLists.member(getSession()?.username ?? ''),
        refetchType: 'none',
      })
    },
    refused: refusedByPost,
  }),
  pollVote: tapKind(POST_TAPS.pollVote, {
    title: () => t`Vote in a poll`,
    about: ({ target: postId }) => ({ postId }),
    shape: { body: { choices: 'object', version: 'number' } },
    request({ target: postId, body }) {
      const input = { params: { postId }, query }
      // A vote cannot be taken back: whether it has arrived is read.
      return body.choices.length > 0
        ? request('PUT /api/posts/:postId/vote', { ...input, body })
        : request('GET /api/posts/:postId', input)
    },
    sent: (_, { post }) => void putPost(post),
    refused: refusedByPost,
  }),
  vote: tapKind(COMMENT_TAPS.vote, {
    title({ body }) {
      if (body === 'none') return t`Vote taken back`
      return body === 'down' ? t`Downvote of a comment` : t`Upvote of a comment`
    },
    about: ({ subject }) => subject,
    shape: { body: 'string', subject: { postId: 'string' } },
    request({ target: commentId, body, subject: { postId } }) {
      const input = { params: { postId, commentId }, query }
      if (body === 'none') return request('DELETE /api/comments/:postId/:commentId/vote', input)
      return request('PUT /api/comments/:postId/:commentId/vote', { ...input, body: { vote: body } })
    },
    sent: ({ subject: { postId } }, { comment }) => putComment(postId, comment),
    refused({ target: id, subject: { postId } }, error) {
      if (isRefusal(error, 'commentUnknown')) dropComment(postId, id)
    },
  }),
  follow: tapKind(PEOPLE_TAPS.follow, {
    title: ({ body }) =>
      body === 'none' ? t({ message: 'Unfollow', context: 'noun' }) : t({ message: 'Follow', context: 'noun' }),
    about: ({ subject: member }) => ({ member }),
    shape: { body: 'string', subject: { username: 'string' } },
    request({ body, subject: { _id: id } }) {
      const input = { params: { id }, query }
      return body === 'none'
        ? request('DELETE /api/users/:id/follow', input)
        : request('PUT /api/users/:id/follow', input)
    },
    sent({ body, subject: { username } }, { user, followUser }) {
      putMember(user)
      putMember(followUser)
      // Visible lists keep their rows, so that a mistaken tap can be undone in the same row.
      void queryClient.invalidateQueries({ queryKey: peopleLists.all, refetchType: 'none' })
      const { private: isPrivate, limited, viewer } = followUser
      if (body === 'none') {
        const isForFollowers = isPrivate || limited
        dropAuthor(isForFollowers ? postLists.all : postLists.feeds, username)
        if (isForFollowers) reloadSeen()
      } else if (viewer?.following) {
        // The posts of a limited member are for followers.
        if (limited) reloadSeen()
        else refreshFeeds()
      }
    },
  }),
  followTag: tapKind(TAG_TAPS.followTag, {
    title: ({ body }) => (body ? t`Follow of a hashtag` : t`Unfollow of a hashtag`),
    about: ({ subject: { name: tag } }) => ({ tag }),
    shape: { body: 'boolean', subject: { name: 'string' } },
    request({ body, subject: { name: tag } }) {
      const input = { params: { tag } }
      return body ? request('PUT /api/tags/:tag/follow', input) : request('DELETE /api/tags/:tag/follow', input)
    },
    sent: ({ target, body }) => showTagFollowed(target, body),
  }),
  setting: tapKind(SETTING_TAPS.setting, {
    title: () => t`Notification settings`,
    shape: { body: 'object' },
    request: ({ body }) => request('POST /api/notifications/settings', { body }),
    sent: ({ body }) => showSettings(body),
  }),
}

/** The declaration of a kind, by a name that a row has. */
export function tapKindOf({ kind }: Pick<TapEntry, 'kind'>): AnyTapKind | undefined {
  return Object.hasOwn(TAPS, kind) ? TAPS[kind as keyof Taps] : undefined
}

/** With its request: the service worker knows no kinds of taps. */
export function readyTap(tap: TapEntry): TapEntry {
  const kind = tapKindOf(tap)
  return kind ? { ...tap, ready: { revision: tap.revision, ...asSent(kind.request(tap)) } } : tap
}

/** Sends a tap. @returns what shows the state that the server has now */
export async function sendTapRequest(tap: TapEntry): Promise<() => void> {
  const kind = tapKindOf(tap)
  if (!kind) throw new Error(`A tap of the kind ${tap.kind} cannot be sent.`)
  const { route, input } = kind.request(tap)
  const answer = await call(route, input)
  return () => kind.sent(tap, answer)
}

/** Another tab has sent a tap: reads the post that it is of, if this one has it. */
export async function readSent(sent: unknown): Promise<void> {
  if (!isShaped(sent, { kind: 'string', target: 'string' }) || !Object.hasOwn(POST_TAPS, sent.kind)) return
  if (getPost(sent.target)) await refreshPost(sent.target)
}

/** Says why a state was refused, and shows what that tells. */
export function sayRefused(tap: TapEntry, error: unknown): void {
  tapKindOf(tap)?.refused?.(tap, error)
  reportFailure(error)
}
