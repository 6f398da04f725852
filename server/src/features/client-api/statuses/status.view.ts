import type { Comment, Post } from '@quack/contract'
import type { Account, Status } from '@quack/contract/client-api/entities'
import { tagsIn } from '@quack/contract/rules/references'
import { timeOfId } from '../../../database/ids.ts'
import type { CollapsingWord } from '../../../reading/hidden.ts'
import { mediaNameOf } from '../../media/records/media.view.ts'
import { timeOf } from '../accounts/account.view.ts'
import { attachmentView, type Shown } from '../media/attachment.view.ts'
import { filterView } from '../safety/filter.view.ts'
import { htmlOf } from '../transport/html.ts'
import type { Urls } from '../transport/urls.ts'

/** What a status needs beside its post or comment. */
export interface StatusParts {
  readonly urls: Urls
  readonly account: Account
  /** Of the members whom the text mentions. */
  readonly mentioned: readonly Pick<Account, 'id' | 'username' | 'url'>[]
  /** By the names of media. */
  readonly blurhashes: ReadonlyMap<string, string>
  /** The muted word because of which the viewer wants it collapsed. */
  readonly word?: CollapsingWord | null
}

/** The pictures or the video of a post. @param blurhashes by the names of media */
export function shownOf(post: Post, blurhashes: ReadonlyMap<string, string>): Shown[] {
  const { _id: id, mediaUrl, type, alt, media, furtherPictures = [] } = post
  if (mediaUrl === '') return []
  const all = [
    { url: mediaUrl, alt, media, type },
    ...furtherPictures.map((each) => ({ ...each, type: 'image' as const })),
  ]
  return all.map(({ media: shape, ...each }) => ({
    ...each,
    id,
    shape,
    blurhash: blurhashes.get(mediaNameOf(each.url) ?? '') ?? null,
  }))
}

/** The names of the files that a post shows. */
export const filesOf = ({ mediaUrl, furtherPictures = [] }: Post): string[] =>
  [mediaUrl, ...furtherPictures.map(({ url }) => url)].flatMap((url) => mediaNameOf(url) ?? [])

export function postStatus(post: Post, parts: StatusParts, pinned: boolean | null): Status {
  const { viewer } = post
  return {
    ...textOf(post, post.content, parts),
    visibility: parts.account.locked ? 'private' : 'public',
    media_attachments: shownOf(post, parts.blurhashes).map((shown) => attachmentView(shown, parts.urls)),
    replies_count: post.commentCount,
    reblogs_count: post.repostCount ?? 0,
    favourites_count: post.likes.likedByCount,
    language: post.lang ?? null,
    filtered: parts.word
      ? [
          {
            filter: filterView({ ...parts.word, action: 'collapse' }),
            keyword_matches: [parts.word.phrase],
            status_matches: [],
          },
        ]
      : [],
    in_reply_to_id: null,
    in_reply_to_account_id: null,
    ...(viewer && { favourited: viewer.liked, reblogged: viewer.reposted ?? false }),
    ...(viewer && { bookmarked: viewer.bookmarked, muted: false }),
    ...(pinned !== null && { pinned }),
  }
}

/** A repost as a status of its own, by the member who made it. */
export function repostStatus(status: Status, id: number, account: Account): Status {
  const [created_at, uri] = [timeOf(timeOfId(id)), `${status.uri}#repost-${id}`]
  return { ...status, id: String(id), uri, created_at, edited_at: null, account, reblog: { ...status, reblog: null } }
}

/** What a comment answers: its post, or another comment on it. */
export interface Answered {
  readonly id: string
  readonly author: string
}

/** Where a comment stands. */
interface Place {
  readonly answered: Answered
  /** How many comments answer it. */
  readonly answerCount: number
  /** Whether only followers see its post. */
  readonly isPrivate: boolean
}

/** A comment, which apps know as an answer. */
export function commentStatus(comment: Comment, place: Place, parts: StatusParts): Status {
  const { viewer, votes } = comment
  const { answered, answerCount, isPrivate } = place
  return {
    ...textOf(comment, comment.text, parts),
    visibility: isPrivate ? 'private' : 'public',
    media_attachments: [],
    replies_count: answerCount,
    favourites_count: votes.upvoteCount,
    language: null,
    filtered: [],
    in_reply_to_id: answered.id,
    in_reply_to_account_id: answered.author,
    ...(viewer && { favourited: viewer.upvoted, reblogged: false, bookmarked: false, muted: false }),
  }
}

function textOf(
  { _id: id, createdAt, updatedAt }: Pick<Post, '_id' | 'createdAt' | 'updatedAt'>,
  text: string,
  { urls, account, mentioned }: StatusParts,
) {
  const url = urls.status(account.username, id)
  return {
    ...{ id, url, uri: url },
    created_at: timeOf(timeOfId(Number(id))),
    edited_at: updatedAt === createdAt ? null : timeOf(Date.parse(updatedAt)),
    account,
    content: htmlOf(text, {
      mentioned: new Map(mentioned.map((member) => [member.username.toLowerCase(), member])),
      tagUrl: urls.tag,
    }),
    sensitive: false,
    spoiler_text: '',
    mentions: mentioned.map((member) => ({
      id: member.id,
      username: member.username,
      acct: member.username,
      url: member.url,
    })),
    tags: [...tagsIn(text).values()].map((name) => ({ name, url: urls.tag(name) })),
    emojis: [],
    reblogs_count: 0,
    reblog: null,
    poll: null,
    card: null,
    application: null,
  }
}
