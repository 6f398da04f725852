import type { Transport } from '@quack/testing/chromium'
import { commands } from 'vitest/browser'

/** A virtual authenticator that answers every request at once, until the test ends. */
export async function addAuthenticator(transport: Transport): Promise<void> {
  await commands.addAuthenticator(transport)
}
