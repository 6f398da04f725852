import type { Post } from '@quack/contract'
import { mutableText } from '../../comparing/compare.ts'
import { filterByText, type Hiding } from '../../comparing/compare-in-thread.ts'
import type { HeavyConnections } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { HiddenWords } from '../../reading/hidden.ts'
import { listTexts } from './posts.queries.ts'

/** What the viewer's muted words leave out; null for nothing. */
export function hidingOf(words: HiddenWords | null, viewer: MemberId | null): Hiding | null {
  if (!words || words.hiding.length === 0) return null
  return { viewer, phrases: words.hiding, hides: (text) => words.hide(text) !== null }
}

/** A post of somebody else, collapsed if it has a muted word. */
export function withMutedWord(post: Post, { collapse }: HiddenWords): Post {
  const match = collapse(mutableText(post))
  return match ? { ...post, mutedWord: match.phrase } : post
}

/** Texts that one statement reads. They may be long, and come from a thread as copies. */
const TEXTS_AT_ONCE = 100

/** The rows, in their order, whose posts exist and are not hidden by muted words; and the viewer's own among them. */
export async function withoutHidden<Row extends { readonly id: PostId }>(
  db: HeavyConnections,
  rows: readonly Row[],
  viewer: MemberId | null,
  hiding: Hiding | null,
): Promise<{ shown: readonly Row[]; own: readonly PostId[] }> {
  const shown: Row[] = []
  const own: PostId[] = []
  for (let start = 0; start < rows.length; start += TEXTS_AT_ONCE) {
    const part = rows.slice(start, start + TEXTS_AT_ONCE)
    const texts = await listTexts(db.read, { ids: part.map(({ id }) => id) })
    const passed = await filterByText(texts, {}, hiding)
    const ids = new Set(passed.map(({ id }) => id))
    shown.push(...part.filter(({ id }) => ids.has(id)))
    own.push(...passed.flatMap(({ id, author_id }) => (author_id === viewer ? [id] : [])))
  }
  return { shown, own }
}
