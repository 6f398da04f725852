import type { HeavyConnections } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { filterInTurns } from '../../turns.ts'
import { listTexts } from './post-texts.queries.ts'

type PostText = Awaited<ReturnType<typeof listTexts>>[number]

/** Texts that one statement reads. They may be long, and come from a thread as copies. */
const TEXTS_AT_ONCE = 100

/** The rows, in their order, whose posts exist and pass. */
export async function filterByText<Row extends { readonly id: PostId }>(
  db: HeavyConnections,
  rows: readonly Row[],
  passes: (text: PostText) => boolean,
): Promise<Row[]> {
  const passed: Row[] = []
  for (let start = 0; start < rows.length; start += TEXTS_AT_ONCE) {
    const part = rows.slice(start, start + TEXTS_AT_ONCE)
    const texts = await listTexts(
      db.read,
      part.map(({ id }) => id),
    )
    const shown = new Set((await filterInTurns(texts, passes)).map(({ id }) => id))
    passed.push(...part.filter(({ id }) => shown.has(id)))
  }
  return passed
}
