import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes, which can be filled to the last byte. */
export interface SmallDisk {
  readonly path: string
  fill(): void
  /** Makes room again: so many bytes, or all. */
  free(bytes?: number): void
  /** Takes the disk away, with all that is on it. */
  remove(): void
}

/**
 * Mounts a small file system in memory. It needs the right to mount: root's, which the tests have in CI. Without it
 * the test fails and says so, for nothing else would prove what a full disk does.
 */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'quack-disk-'))
  const mounted = run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path)
  if (mounted !== null) {
    rmdirSync(path)
    throw new Error(`This test fills a disk, and may not mount a small one (${mounted}). Please run it as root.`)
  }
  const filling = join(path, 'filling')
  return {
    path,
    fill() {
      for (const bytes of [1_048_576, 4_096]) fillWith(filling, bytes)
    },
    free(bytes) {
      if (bytes === undefined) rmSync(filling, { force: true })
      else truncateSync(filling, statSync(filling).size - bytes)
    },
    remove() {
      const problem = run('umount', '--lazy', path)
      if (problem !== null) throw new Error(problem)
      rmdirSync(path)
    },
  }
}

function fillWith(file: string, bytes: number): void {
  const piece = Buffer.alloc(bytes)
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Null when it succeeded, else what it said. */
function run(program: string, ...args: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr.trim())
}
