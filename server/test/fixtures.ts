import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import type { Dependencies } from '../src/app.ts'
import type { Database } from '../src/database/database.ts'
import { startTestApp } from './app.ts'
import { appoint, signUp, type TestMember } from './members.ts'

/** Signs up a new member. The name begins the username, which is unique in the file. */
export type SignUpMember = (name: string, form?: Record<string, unknown>) => Promise<TestMember>

/** Each file has a server of its own, and each test its own members. All are created at their first use. */
export const test = base
  .extend('temporary', { scope: 'file' }, tmpdir())
  // Temporary directories, of the file and of each test.
  .extend('fileDirectory', { scope: 'file' }, async ({ temporary }, { onCleanup }) => {
    const fileDirectory = await mkdtemp(join(temporary, 'quack-test-'))
    onCleanup(() => rm(fileDirectory, { recursive: true, force: true }))
    return fileDirectory
  })
  .extend('directory', async ({ temporary }, { onCleanup }) => {
    const directory = await mkdtemp(join(temporary, 'quack-test-'))
    onCleanup(() => rm(directory, { recursive: true, force: true }))
    return directory
  })
  // A file that needs another server extends these two.
  .extend('options', { scope: 'file' }, (): Partial<Dependencies> => ({}))
  .extend('watch', { scope: 'file' }, () => (db: Database) => db)
  .extend('app', { scope: 'file' }, async ({ options, watch }, { onCleanup }) => {
    const app = await startTestApp(options, watch)
    onCleanup(() => app.close())
    return app
  })
  // A server of the test alone, for what would disturb the other tests of the file.
  .extend('ownApp', async ({ options, watch }, { onCleanup }) => {
    const ownApp = await startTestApp(options, watch)
    onCleanup(() => ownApp.close())
    return ownApp
  })
  // It listens from the first use of its address on.
  .extend('address', { scope: 'file' }, ({ app }) => app.app.listen({ host: '127.0.0.1', port: 0 }))
  .extend('member', { scope: 'file' }, ({ app }): SignUpMember => {
    let count = 0
    return (name, form) => signUp(app, { username: `${name}${++count}`, ...form })
  })
  .extend('owner', async ({ app, member }) => appoint(app, await member('owner'), 'owner'))
  .extend('moderator', async ({ app, member }) => appoint(app, await member('moderator'), 'moderator'))
  .extend('ann', ({ member }) => member('ann'))
  .extend('bob', ({ member }) => member('bob'))
  .extend('carl', ({ member }) => member('carl'))
