import { expect } from 'vitest'
import { ENGINE } from '../../test/database.ts'
import { idsTo, MINUTE } from '../../test/raffles.ts'
import { test } from '../../test/raffles-fixtures.ts'
import { startRafflesNode } from '../../test/raffles-node.ts'

const POLLS = 30
const AT_ONCE = 2

test('what nodes ran that are killed is run by another one, once their claims have expired', async ({ raffles }) => {
  const ids = idsTo(POLLS)
  await raffles.add(1, ...ids)
  const start = (kind: 'usual' | 'stuck') => startRafflesNode(raffles.database.location, kind)
  // SQLite has one process: there, the next node starts after the death of the one before.
  const doomed = [start('stuck'), ...(ENGINE === 'postgres' ? [start('stuck')] : [])]
  const areBusy = () => doomed.every(({ begun }) => begun.length === AT_ONCE)
  await expect.poll(areBusy).toBe(true)
  if (ENGINE === 'sqlite') await doomed[0]?.kill()
  const heir = start('usual')
  const interrupted = doomed.flatMap(({ begun }) => begun).toSorted((a, b) => a - b)
  const left = async () => (await raffles.rows()).map(({ id }) => id)
  await expect.poll(left).toEqual(interrupted)
  for (const node of doomed) await node.kill()
  expect(await left()).toEqual(interrupted)
  heir.advance(MINUTE)
  await expect.poll(left).toEqual([])
  expect(await raffles.results()).toEqual(ids)
  expect(heir.begun.toSorted((a, b) => a - b)).toEqual(ids)
})
