import { tagsIn } from '@quack/contract/rules/references'
import { hasMedia } from '@quack/contract/rules/search/search-match'
import type { SearchMedia } from '@quack/contract/rules/search/search-query'
import { tokensOf } from '@quack/contract/rules/search/tokens'
import type { MemberId, PostId } from '../../database/schema.ts'
import { type MemberNames, textOfNames } from './member-names.ts'

/**
 * The index has one entry for all posts of a bucket: those with ids that are equal without their last 16 bits, so of 16
 * milliseconds. Shorter numbers make it smaller, and few buckets have several posts.
 */
export const BUCKET_SIZE = 65_536

export const bucketOf = (id: number): number => Math.floor(id / BUCKET_SIZE)

/** Marks are tokens, too. They begin with a character for private use, which no token of a text contains. */
const MARK = '\ue000'
const UNDERSCORE = '\ue001'

/** Posts by this author. */
export const authorMark = (author: MemberId): string => `${MARK}f${author.toString(36)}`

const MEDIA_MARKS = { picture: `${MARK}p`, video: `${MARK}v`, link: `${MARK}l`, poll: `${MARK}q` } as const
const MEDIA = Object.keys(MEDIA_MARKS) as SearchMedia[]

export const mediaMark = (media: SearchMedia): string => MEDIA_MARKS[media]

/** Posts with this hashtag. SQLite takes an underscore for the end of a token. */
export const tagMark = (key: string): string => `${MARK}t${key.replaceAll('_', UNDERSCORE)}`

/** What is indexed of a post. */
export interface IndexedPost {
  readonly id: PostId
  readonly author_id: MemberId
  readonly content: string
  readonly alt: string
  readonly media_type: string
}

/** The tokens and marks of a post. */
export function tokensOfPost({ author_id, content, alt, media_type }: IndexedPost): string[] {
  return [
    ...[...tokensOf(content), ...tokensOf(alt)].map(({ text }) => text),
    authorMark(author_id),
    ...MEDIA.filter((media) => hasMedia(content, media_type, media)).map(mediaMark),
    ...[...tagsIn(content).keys()].map(tagMark),
  ]
}

/** The entries of the buckets of these posts: their tokens, separated by spaces. */
export function entriesOf(posts: readonly IndexedPost[]): Map<number, string> {
  const tokens = new Map<number, Set<string>>()
  for (const post of posts) {
    const bucket = bucketOf(post.id)
    const known = tokens.get(bucket) ?? new Set()
    for (const token of tokensOfPost(post)) known.add(token)
    tokens.set(bucket, known)
  }
  return new Map([...tokens].map(([bucket, words]) => [bucket, [...words].join(' ')]))
}

/** What is indexed of a member. */
export interface IndexedMember extends MemberNames {
  readonly id: MemberId
}

/** The words of a member's names. */
export const tokensOfMember = (member: IndexedMember): string[] => [
  ...new Set(tokensOf(textOfNames(member)).map(({ text }) => text)),
]
