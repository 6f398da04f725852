import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PlaywrightWorkerArgs } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import { type Member, makePerson } from './api.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { test as base } from './test.ts'

interface Moderated extends OwnProduct {
  readonly owner: Member
  readonly author: Member
  readonly reporter: Member
}

/**
 * Writes the role as `quack role` does. The command takes as long as a start of the server, and has tests of its own.
 */
function makeOwner({ username }: Member, dataDirectory: string): void {
  const database = new DatabaseSync(join(dataDirectory, 'quack.sqlite'), { timeout: patient(30_000) })
  const { changes } = database.prepare("update members set role = 'owner' where username = ?").run(username)
  database.close()
  if (changes !== 1) throw new Error(`${username} did not become the owner.`)
}

/**
 * A server of its own with an owner: on the others, nothing of moderation is visible. Not one for all tests of a
 * worker: they ask for the whole queue, and change how one signs up.
 */
async function startModerated(playwright: PlaywrightWorkerArgs['playwright']): Promise<Moderated> {
  const product = await startOwnProduct(playwright)
  const { api, dataDirectory } = product
  const [owner, author] = [await api.signUp(makePerson('Olga')), await api.signUp(makePerson('Arne'))]
  const reporter = await api.signUp(makePerson('Rita'))
  makeOwner(owner, dataDirectory)
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
