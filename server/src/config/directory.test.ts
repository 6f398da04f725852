import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../../test/fixtures.ts'
import { readConfig } from './config.ts'

test('a DATA_DIR or a database that cannot be written to is refused', async ({ directory }) => {
  const data = join(directory, 'data')
  const read = (place: string) => () => readConfig({ DATA_DIR: place }, 'server')
  const problem = 'DATA_DIR must be a directory that can be read and written; '
  await mkdir(join(data, 'quack.sqlite'), { recursive: true })
  expect(read(data)).toThrow(`${problem}${join(data, 'quack.sqlite')} cannot be used: EISDIR.`)
  await rmdir(join(data, 'quack.sqlite'))
  expect(read(data)).not.toThrow()

  const lock = lockDirectory(data)
  const below = join(data, 'a/b')
  try {
    expect(read(data)).toThrow(`${problem}${data} cannot be used: ${lock.code}.`)
    expect(read(below)).toThrow(`${problem}${below} cannot be created: ${lock.code} in ${data}.`)
  } finally {
    lock.open()
  }
})

/** Makes a directory read-only. Root ignores file modes, but not a read-only file system. */
function lockDirectory(directory: string): { readonly code: string; open(): void } {
  if (process.getuid?.() !== 0) {
    chmodSync(directory, 0o500)
    return { code: 'EACCES', open: () => chmodSync(directory, 0o700) }
  }
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', directory], { encoding: 'utf8' })
  expect(mount.stderr).toBe('')
  return { code: 'EROFS', open: () => void spawnSync('umount', [directory]) }
}
