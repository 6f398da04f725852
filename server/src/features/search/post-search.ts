import {
  EVERY_LANGUAGE,
  parseSearch,
  type SearchList,
  type SearchMedia,
  type SearchPart,
  type TextTerm,
} from '@quack/contract/rules/search/search-query'
import type { Connection } from '../../database/database.ts'
import { idAtTime } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { type Hidden, isHidden } from '../../reading/hidden.ts'
import { findByUsername } from '../members/members.queries.ts'
import { NO_LANGUAGE } from '../posts/post-languages.ts'
import { findReadable } from '../visibility/audience.ts'

/** Which posts a member searches for. */
export interface PostSearch {
  readonly viewer: MemberId
  readonly terms: readonly TextTerm[]
  readonly media: readonly SearchMedia[]
  /** Keys of hashtags. */
  readonly tags: readonly string[]
  readonly author: MemberId | null
  readonly list: SearchList | null
  /** Codes, or NO_LANGUAGE; null for all posts. */
  readonly languages: readonly string[] | null
  /** Whether the viewer's choice of languages has limited it. */
  readonly isOfChosen: boolean
  /** Ids of posts: `from` and later, before `below`. */
  readonly from: number
  readonly below: number
  /** Leaves out the posts of these members. */
  readonly hidden: Float64Array
  /**
   * With the viewer's muted words, which leave out posts of others, or collapse them; without words where they do not
   * count.
   */
  readonly unseen: Hidden
}

/**
 * Muted members and words are left out, as in feeds; but not of the posts of one member, nor of those that the viewer
 * has bookmarked or liked. Languages that the viewer has not chosen are left out of everybody's posts.
 * @throws searchEmpty and the other problems of a search, searchFromUnknown
 */
export async function readPostSearch(db: Connection, q: string, viewer: MemberId, hidden: Hidden): Promise<PostSearch> {
  const { parts, problem } = parseSearch(q)
  if (problem) throw new AppError(problem)
  let author: Author | null = null
  let list: SearchList | null = null
  let [from, below] = [0, Number.MAX_SAFE_INTEGER]
  for (const part of parts) {
    if (part.kind === 'from') author = await getAuthor(db, part.name, viewer, hidden)
    if (part.kind === 'in') list = part.list
    if (part.kind === 'after') from = idAt(part.time)
    if (part.kind === 'before') below = idAt(part.time)
  }
  // The posts of an author that the viewer may not read are not looked at: how many there are, and when they were
  // written, would show in where the search stops.
  if (author !== null && !author.isReadable) from = Number.MAX_SAFE_INTEGER
  const isOfFeed = author === null && list !== 'bookmarks' && list !== 'likes'
  const asked = languagesIn(parts)
  const chosen = asked.length === 0 && author === null && list === null ? hidden.languages : null
  return {
    viewer,
    terms: parts.flatMap((part) => (part.kind === 'words' ? [part.term] : [])),
    media: parts.flatMap((part) => (part.kind === 'has' ? [part.media] : [])),
    tags: parts.flatMap((part) => (part.kind === 'tag' ? [part.key] : [])),
    author: author?.id ?? null,
    list,
    languages: chosen ? [...chosen, NO_LANGUAGE] : isOfEvery(asked) ? null : asked,
    isOfChosen: chosen !== null,
    from,
    below,
    hidden: isOfFeed ? hidden.unlisted : hidden.blocked,
    unseen: isOfFeed ? hidden : { ...hidden, words: null },
  }
}

/** What follows each `lang:`. */
const languagesIn = (parts: readonly SearchPart[]) =>
  parts.flatMap((part) => (part.kind === 'lang' ? [part.language] : []))

const isOfEvery = (asked: readonly string[]) => asked.length === 0 || asked.includes(EVERY_LANGUAGE)

interface Author {
  readonly id: MemberId
  /** Whether the viewer may read their posts. */
  readonly isReadable: boolean
}

async function getAuthor(db: Connection, name: string, viewer: MemberId, hidden: Hidden): Promise<Author> {
  if (name.toLowerCase() === 'me') return { id: viewer, isReadable: true }
  const member = await findByUsername(db, name)
  if (member === null || isHidden(hidden, member.id)) throw new AppError('searchFromUnknown')
  const isReadable = await findReadable(db, viewer, [member])
  return { id: member.id, isReadable: isReadable(member.id) }
}

/** A date may be before the first possible id, or after the last one. */
const idAt = (time: number): number => Math.min(Math.max(idAtTime(time), 0), Number.MAX_SAFE_INTEGER)
