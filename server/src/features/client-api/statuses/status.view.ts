import type { Comment, LinkCard, Post, WhoMayQuote } from '@quack/contract'
import type { Account, Status } from '@quack/contract/client-api/entities'
import { PICTURE_SIDE_MAX } from '@quack/contract/rules/limits'
import { mayQuote } from '@quack/contract/rules/quotes'
import { tagsIn } from '@quack/contract/rules/references'
import { timeOfId } from '../../../database/ids.ts'
import type { CollapsingWord } from '../../../reading/hidden.ts'
import { mediaNameOf } from '../../media/records/media.view.ts'
import { timeOf } from '../accounts/account.view.ts'
import { attachmentView, type Shown } from '../media/attachment.view.ts'
import { filterView } from '../safety/filter.view.ts'
import { htmlOf } from '../transport/html.ts'
import type { Urls } from '../transport/urls.ts'
import { pollView } from './poll.view.ts'

/** A post, or a comment on it. */
export interface Named {
  readonly post: Post
  readonly comment: Comment | null
}

/** What a comment answers: its post, or another comment on it. */
export interface Answered {
  readonly id: string
  readonly author: string
}

/** What a status tells beside its post or comment. */
interface Facts {
  readonly urls: Urls
  /** By the names of media. */
  readonly blurhashes: ReadonlyMap<string, string>
  /** The muted word because of which the viewer wants it collapsed. */
  readonly word?: CollapsingWord | null | undefined
  /** Told of own posts alone. */
  readonly pinned?: boolean | undefined
  /** Of a comment that answers another one. */
  readonly answered?: Answered | undefined
  /** How many comments answer it. */
  readonly answerCount?: number | undefined
  /** Of a post that quotes another, unless it is shown as quoted itself. */
  readonly quote?: Status['quote'] | undefined
  /** Of a post: comments cannot be quoted. */
  readonly approval?: Status['quote_approval'] | undefined
}

/** Who may quote a post; null for what not everyone sees, which nobody quotes. */
export const quoteRule = ({ whoMayQuote = 'everyone', hidden }: Post, isForFollowers: boolean): WhoMayQuote | null =>
  isForFollowers || hidden ? null : whoMayQuote

/** @param viewer null for a visitor; @param follows whether the viewer follows the author */
export function approvalView(
  rule: WhoMayQuote | null,
  { viewer, author, follows }: { viewer: number | null; author: number | undefined; follows: boolean },
): Status['quote_approval'] {
  const isAuthor = viewer === author
  return {
    automatic: rule === null || rule === 'nobody' ? [] : [rule === 'everyone' ? 'public' : rule],
    manual: [],
    current_user: rule !== null && viewer !== null && mayQuote(rule, { isAuthor, follows }) ? 'automatic' : 'denied',
  }
}
const NOT_QUOTABLE = approvalView(null, { viewer: null, author: undefined, follows: false })

/** @param quoted null for who does not see it */
export const quoteView = (quoted: Status | null = null): Status['quote'] => ({
  state: quoted ? 'accepted' : 'unauthorized',
  quoted_status: quoted && { ...quoted, quote: null, reblog: null },
})

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
export const filesOf = ({ mediaUrl, furtherPictures = [], card }: Post): string[] =>
  [mediaUrl, ...furtherPictures.map(({ url }) => url), card?.picture?.url ?? ''].flatMap(
    (url) => mediaNameOf(url) ?? [],
  )

/**
 * A post or a comment, which apps know as an answer.
 * @param accounts of its author, of the post's, and of the members that it mentions, by their names in lower case
 * @returns null without one of the authors
 */
export function statusFrom(named: Named, accounts: ReadonlyMap<string, Account>, facts: Facts): Status | null {
  const { post, comment } = named
  const { urls, word, pinned, quote = null, approval = NOT_QUOTABLE } = facts
  const shown = comment ?? post
  const [account, author] = [shown, post].map(({ username }) => accounts.get(username.toLowerCase()))
  if (!account || !author) return null
  const mentioned = (shown.mentions ?? []).flatMap((name) => accounts.get(name.toLowerCase()) ?? [])
  const { _id: id, editedAt } = shown
  const text = comment ? comment.text : post.content
  const url = urls.status(account.username, id)
  return {
    ...{ id, url, uri: url },
    created_at: timeOf(timeOfId(Number(id))),
    edited_at: editedAt === undefined ? null : timeOf(Date.parse(editedAt)),
    account,
    content: htmlOf(text, {
      mentioned: new Map(mentioned.map((member) => [member.username.toLowerCase(), member])),
      tagUrl: urls.tag,
    }),
    visibility: author.locked || author.limited ? 'private' : 'public',
    // A warning covers the media too.
    sensitive: comment === null && (post.sensitive ?? post.warning !== undefined),
    spoiler_text: comment === null ? (post.warning ?? '') : '',
    mentions: mentioned.map(({ id, username, acct, url }) => ({ id, username, acct, url })),
    tags: [...tagsIn(text).values()].map((name) => ({ name, url: urls.tag(name) })),
    emojis: [],
    filtered: word ? [filteredBy(word)] : [],
    ...{ reblog: null, application: null, quote, quote_approval: approval },
    poll: comment ? null : pollView(post),
    ...(comment ? ofComment(comment, { id: post._id, author: author.id }, facts) : ofPost(post, facts)),
    ...(pinned !== undefined && { pinned }),
  }
}

const filteredBy = (word: CollapsingWord) => ({
  filter: filterView({ ...word, action: 'collapse' }),
  keyword_matches: [word.phrase],
  status_matches: [],
})

function cardView(
  { url, title, description, site, author = '', picture }: LinkCard,
  { absolute }: Urls,
  blurhashes: Facts['blurhashes'],
): NonNullable<Status['card']> {
  return {
    ...{ url, title, description, type: 'link', html: '', embed_url: '' },
    ...{ author_name: author, author_url: '' },
    authors: author === '' ? [] : [{ name: author, url: '', account: null }],
    ...{ provider_name: site, provider_url: new URL(url).origin },
    ...{ width: picture?.width ?? 0, height: picture?.height ?? 0 },
    image: picture ? absolute(`${picture.url}?w=${PICTURE_SIDE_MAX}`) : null,
    ...{ image_description: '', blurhash: blurhashes.get(mediaNameOf(picture?.url ?? '') ?? '') ?? null },
    ...{ language: null, published_at: null },
  }
}

function ofPost(post: Post, { urls, blurhashes }: Facts) {
  const { viewer } = post
  return {
    media_attachments: shownOf(post, blurhashes).map((shown) => attachmentView(shown, urls)),
    card: post.card ? cardView(post.card, urls, blurhashes) : null,
    replies_count: post.commentCount,
    reblogs_count: post.repostCount ?? 0,
    favourites_count: post.likes.likedByCount,
    quotes_count: post.quoteCount ?? 0,
    language: post.lang ?? null,
    ...{ in_reply_to_id: null, in_reply_to_account_id: null },
    ...(viewer && { favourited: viewer.liked, reblogged: viewer.reposted ?? false }),
    ...(viewer && { bookmarked: viewer.bookmarked, muted: false }),
  }
}

function ofComment({ viewer, votes }: Comment, post: Answered, { answered = post, answerCount = 0 }: Facts) {
  return {
    media_attachments: [],
    card: null,
    replies_count: answerCount,
    ...{ reblogs_count: 0, quotes_count: 0, favourites_count: votes.upvoteCount },
    language: null,
    ...{ in_reply_to_id: answered.id, in_reply_to_account_id: answered.author },
    ...(viewer && { favourited: viewer.upvoted, reblogged: false, bookmarked: false, muted: false }),
  }
}

/** A repost as a status of its own, by the member who made it. */
export function repostStatus(status: Status, id: number, account: Account): Status {
  const [created_at, uri] = [timeOf(timeOfId(id)), `${status.uri}#repost-${id}`]
  return { ...status, id: String(id), uri, created_at, edited_at: null, account, reblog: { ...status, reblog: null } }
}
