import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes, which can be filled to the last byte. */
export interface SmallDisk {
  readonly path: string
  fill(): void
  /** Frees this many bytes, or all. */
  free(bytes?: number): void
  /** Removes the disk with its content. */
  remove(): void
}

/** Why no small disk can be mounted here; null if it can. Mounting requires root. */
export function whyNoSmallDisk(): string | null {
  try {
    mountSmallDisk(1).remove()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Mounts a small file system in memory. Throws if that is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'quack-disk-'))
  const mounted = run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path)
  if (mounted !== null) {
    rmdirSync(path)
    throw new Error(`needs root to mount a small disk: ${mounted.split('\n', 1)[0]}`)
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

/** Null if it succeeded, else its output. */
function run(program: string, ...args: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr.trim())
}
