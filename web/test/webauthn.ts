import { commands } from 'vitest/browser'
import type { Transport } from './browser-commands.ts'

/** A virtual authenticator that answers every request at once, until the test ends. */
export async function addAuthenticator(transport: Transport): Promise<void> {
  await commands.addAuthenticator(transport)
}
