import type { Post } from '@quack/contract'
import { type ComparedText, mutableText, type Wanted } from '../../comparing/compare.ts'
import { filterByText, type Hiding } from '../../comparing/compare-in-thread.ts'
import type { Connection, HeavyConnections } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { Hidden, HiddenWords } from '../../reading/hidden.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { listTexts } from './posts.queries.ts'
import { listQuoted, type Quoting } from './quoted-posts.ts'

/** What the viewer's muted words leave out; null for nothing. */
function hidingOf(words: HiddenWords | null, viewer: MemberId | null): Hiding | null {
  if (!words || words.hiding.length === 0) return null
  return { viewer, phrases: words.hiding, hides: (text) => words.hide(text) !== null }
}

/** So many quotes are read and compared at a time, with what they quote, which may be long. */
const QUOTES_AT_ONCE = 20
/** What is quoted is compared whoever has written it. */
const NO_MEMBER = 0

interface Shown<Text> {
  readonly texts: readonly Text[]
  /** How many characters of quoted posts were compared, each post once. */
  readonly compared: number
  /** The last text that was looked at, if `comparedMax` has ended it before the others; else null. */
  readonly stoppedAt: PostId | null
}

/** The texts that match, without those that muted words of the viewer hide, or words of what they quote. */
export async function filterShown<Text extends ComparedText & Quoting>(
  db: Connection,
  texts: readonly Text[],
  wanted: Wanted,
  {
    viewer,
    hidden,
    comparedMax = Number.POSITIVE_INFINITY,
  }: Pick<Hydration, 'viewer' | 'hidden'> & { comparedMax?: number },
): Promise<Shown<Text>> {
  const hiding = hidingOf(hidden.words, viewer)
  const passed = await filterByText(texts, wanted, hiding)
  // Own posts are not hidden by what they quote either.
  const mayHide = ({ author_id, quoted_id }: Text) => quoted_id !== null && author_id !== viewer
  if (!hiding || !passed.some(mayHide)) return { texts: passed, compared: 0, stoppedAt: null }

  const shown: Text[] = []
  /** By the ids of quoted posts. */
  const hides = new Map<string, boolean>()
  let compared = 0
  for (let start = 0; start < passed.length; start += QUOTES_AT_ONCE) {
    const last = passed[start - 1]
    if (last && compared >= comparedMax) return { texts: shown, compared, stoppedAt: last.id }
    const part = passed.slice(start, start + QUOTES_AT_ONCE)
    const quoted = await listQuoted(db, part.filter(mayHide), hidden)
    const said = new Map(
      [...quoted.values()].flatMap(({ quote }) => (quote.post ? [[quote.post._id, quote.post]] : [])),
    )
    const fresh = [...said].filter(([id]) => !hides.has(id))
    const compare = fresh.map(([id, post]) => ({ id, author_id: NO_MEMBER, content: mutableText(post), alt: '' }))
    const kept = new Set((await filterByText(compare, {}, hiding)).map(({ id }) => id))
    for (const { id, content } of compare) {
      hides.set(id, !kept.has(id))
      compared += content.length
    }
    shown.push(...part.filter(({ id }) => !hides.get(quoted.get(id)?.quote.post?._id ?? '')))
  }
  return { texts: shown, compared, stoppedAt: null }
}

/** A post of somebody else, collapsed if it has a muted word, or quotes a post that has one. */
export function withMutedWord(post: Post, { collapse }: HiddenWords): Post {
  const said = post.quote?.post
  const match = collapse(said ? `${mutableText(post)}\n${mutableText(said)}` : mutableText(post))
  return match ? { ...post, mutedWord: match.phrase } : post
}

/** Texts that one statement reads. They may be long, and come from a thread as copies. */
const TEXTS_AT_ONCE = 100

/**
 * The rows, in their order, whose posts exist and are not hidden by muted words, or by words of what they quote; and
 * the viewer's own among them.
 */
export async function withoutHidden<Row extends { readonly id: PostId }>(
  db: HeavyConnections,
  rows: readonly Row[],
  viewer: MemberId | null,
  hidden: Hidden,
): Promise<{ shown: readonly Row[]; own: readonly PostId[] }> {
  const shown: Row[] = []
  const own: PostId[] = []
  for (let start = 0; start < rows.length; start += TEXTS_AT_ONCE) {
    const part = rows.slice(start, start + TEXTS_AT_ONCE)
    const texts = await listTexts(db.read, { ids: part.map(({ id }) => id) })
    const { texts: passed } = await filterShown(db.read, texts, {}, { viewer, hidden })
    const ids = new Set(passed.map(({ id }) => id))
    shown.push(...part.filter(({ id }) => ids.has(id)))
    own.push(...passed.flatMap(({ id, author_id }) => (author_id === viewer ? [id] : [])))
  }
  return { shown, own }
}
