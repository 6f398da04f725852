import type { Page } from '@playwright/test'
import { type Transport, virtualAuthenticator } from '@quack/testing/chromium'
import { Secret, TOTP } from 'otpauth'

export interface Authenticator {
  /** How many passkeys it holds. */
  count(): Promise<number>
  remove(): Promise<void>
}

/**
 * Chromium's virtual authenticators for a page: they answer every request at once, also that of a field's suggestions.
 * Browsers refuse passkeys at IP addresses: the page has to be at localhost.
 */
export async function startAuthenticators(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  return {
    async add(transport: Transport): Promise<Authenticator> {
      const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
        options: virtualAuthenticator(transport),
      })
      return {
        count: async () => (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
        remove: async () => void (await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
      }
    },
  }
}

/** From now on the field of the page's login offers no passkeys. */
export const stopAutofill = (page: Page) =>
  page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

/** What an authenticator app shows at a time. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp })
}
