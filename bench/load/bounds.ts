import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../server/src/database/database.ts'
import type { SizeName } from '../dataset.ts'
import { prepare } from './names.ts'
import { openPlaces, type Place } from './place.ts'
import { PLACES } from './processes.ts'
import { sayLoads, sayVerdict } from './say.ts'
import type { Names } from './scenarios.ts'

export interface Dataset {
  readonly engine: Engine
  readonly size: SizeName
  /**
   * The directory where it is stored for the next run; otherwise it has one of its own, which is deleted at the end.
   */
  readonly data?: string | undefined
}

/**
 * Measures on a dataset, and says whether the bounds held. If they did not, the process ends with 1.
 * @param measure returns what did not hold
 */
export async function measureBounds(
  { engine, size, data }: Dataset,
  measure: (place: Place, names: Names) => Promise<readonly string[]>,
): Promise<void> {
  const directory = data ?? (await mkdtemp(join(tmpdir(), 'quack-bounds-')))
  mkdirSync(directory, { recursive: true })
  const places = await openPlaces(directory, engine)
  let problems: readonly string[]
  try {
    console.log(`Preparing ${size} on ${engine} (up to a minute).`)
    const place = await places.open(size, size)
    const names = { ...(await prepare(place.place, size)), deepCursor: () => '' }
    console.log(`On ${engine}: ${PLACES}; load average ${sayLoads()}`)
    problems = await measure(place, names)
  } finally {
    await places.close()
    if (data === undefined) await rm(directory, { recursive: true, force: true })
  }
  console.log(sayVerdict(problems))
  process.exitCode = problems.length === 0 ? 0 : 1
}
