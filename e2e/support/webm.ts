import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A video in a format that not every browser plays. */
export async function makeWebm(seconds: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const directory = await mkdtemp(join(tmpdir(), 'quack-film-'))
  const file = join(directory, 'film.webm')
  try {
    // One thread: with more, each spins while it waits for another.
    await run('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=30:duration=${seconds}`],
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-threads', '1', file],
    ])
    return { name: 'film.webm', mimeType: 'video/webm', buffer: await readFile(file) }
  } finally {
    await rm(directory, { recursive: true })
  }
}
