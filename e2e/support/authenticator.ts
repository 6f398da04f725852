import type { Page } from '@playwright/test'
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
    /** @param transport `internal` is that of the device; there can be one */
    async add(transport: 'internal' | 'usb'): Promise<Authenticator> {
      const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport,
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
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
