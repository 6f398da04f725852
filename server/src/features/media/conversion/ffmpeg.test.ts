import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OUT_OF_TIME, type RunLimits, runFfmpeg } from './ffmpeg.ts'

const AMPLE: RunLimits = { processorTime: 600, time: 600_000, niceness: 7 }

describe('a run of FFmpeg', () => {
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-ffmpeg-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  /** A program in the place of FFmpeg, which would need a file of the right cost. */
  async function program(name: string, commands: string): Promise<string> {
    const path = join(directory, name)
    await writeFile(path, `#!/bin/sh\n${commands}\n`)
    await chmod(path, 0o755)
    return path
  }

  test('says what the program has complained about', async () => {
    const complaining = await program('complaining', 'echo "No such stream" >&2; exit 3')
    expect((await runFfmpeg(complaining, [], AMPLE).done)?.trim()).toBe('No such stream')
  })

  test('has its niceness, and is no complaint if it succeeds', async () => {
    const checking = await program('checking', `[ "$(nice)" -ge 7 ]`)
    expect(await runFfmpeg(checking, [], AMPLE).done).toBeNull()
  })

  test('ends when its processor time is used up', async () => {
    const busy = await program('busy', 'while :; do :; done')
    expect(await runFfmpeg(busy, [], { ...AMPLE, processorTime: 1 }).done).toMatch(/Killed|time limit|ended with/)
  })

  test('ends when its time is over, though it does nothing', async () => {
    const hanging = await program('hanging', 'exec tail -f /dev/null')
    expect(await runFfmpeg(hanging, [], { ...AMPLE, time: 100 }).done).toBe(OUT_OF_TIME)
  })
})
