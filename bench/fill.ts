import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../server/src/database/open.ts'
import { fillDataset, type Size } from './dataset.ts'

export const SIZES = {
  S: { members: 1_000, posts: 10_000, likes: 50_000, comments: 10_000, votes: 10_000, bookmarks: 5_000 },
  M: { members: 100_000, posts: 1_000_000, likes: 5_000_000, comments: 1_000_000, votes: 500_000, bookmarks: 500_000 },
} as const satisfies Record<string, Size>

export type SizeName = keyof typeof SIZES

/** Fills `directory` with the dataset of this size, unless it is there. @returns the names of what is in it */
export async function fillDirectory(directory: string, name: SizeName) {
  const file = join(directory, 'quack.sqlite')
  const isFilled = existsSync(file)
  const db = await openDatabase({ file }, (error) => console.error(error))
  const start = performance.now()
  const data = await fillDataset(db, SIZES[name], isFilled)
  await db.close()
  if (!isFilled) console.log(`${name}: filled in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
  return data
}
