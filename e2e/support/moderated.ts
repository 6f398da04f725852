import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PlaywrightWorkerArgs } from '@playwright/test'
import { ROOT } from '@quack/testing/run'
import { type Member, makePerson } from './api.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { test as base } from './test.ts'

const run = promisify(execFile)

interface Moderated extends OwnProduct {
  readonly owner: Member
  readonly author: Member
  readonly reporter: Member
}

/** A server of its own with an owner: on the others, nothing of moderation is visible. */
async function startModerated(playwright: PlaywrightWorkerArgs['playwright']): Promise<Moderated> {
  const product = await startOwnProduct(playwright)
  const { api, dataDirectory } = product
  const [owner, author] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Arne'))]
  const reporter = await api.signUp(makePerson('Rita'))
  await run(process.execPath, ['server/src/admin/quack.ts', 'role', owner.username, 'owner'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDirectory },
  })
  return { ...product, owner, author, reporter }
}

export const test = base.extend<{ moderated: Moderated }>({
  moderated: async ({ playwright, browser }, use) => {
    const moderated = await startModerated(playwright)
    await use(moderated)
    // An open page would log that its server is gone.
    await Promise.all(browser.contexts().map((context) => context.close()))
    await moderated.stop()
  },
})
