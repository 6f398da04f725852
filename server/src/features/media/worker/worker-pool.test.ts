import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../../../../test/uploads.ts'
import type { MemberId } from '../../../database/schema.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

describe('the worker pool', () => {
  let directory: string
  let pool: WorkerPool

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-pool-'))
    await writeFile(join(directory, 'picture'), await picture().png().toBuffer())
    pool = createWorkerPool(1)
  })
  afterAll(async () => {
    pool.close()
    await rm(directory, { recursive: true })
  })

  const [ann, ben] = [1, 2] as MemberId[] as [MemberId, MemberId]

  test('alternates between members: many uploads of one delay another by one job only', async () => {
    const done: string[] = []
    async function upload(by: MemberId, name: string): Promise<void> {
      const files = { file: join(directory, 'picture'), target: join(directory, name) }
      await pool.run({ lane: 'upload', by }, 'storePicture', files)
      done.push(name)
    }
    await Promise.all([
      ...['ann 1', 'ann 2', 'ann 3', 'ann 4'].map((name) => upload(ann, name)),
      ...['ben 1', 'ben 2'].map((name) => upload(ben, name)),
    ])
    expect(done).toEqual(['ann 1', 'ben 1', 'ann 2', 'ben 2', 'ann 3', 'ann 4'])
  })

  test('serves readers of a page before uploads', async () => {
    const done: string[] = []
    const [file, target] = [join(directory, 'picture'), join(directory, 'target')]
    const uploads = ['ann 1', 'ann 2'].map((name) =>
      pool.run({ lane: 'upload', by: ann }, 'storePicture', { file, target }).then(() => done.push(name)),
    )
    const variant = { file, target: join(directory, 'variant'), width: 20, format: 'webp', isStill: false } as const
    const read = pool.run({ lane: 'reader' }, 'writeVariant', variant).then(() => done.push('reader'))
    await Promise.all([...uploads, read])
    expect(done).toEqual(['ann 1', 'reader', 'ann 2'])
  })
})
