/** For Chromium in tests: nothing is sent anywhere but to the product. Root has no sandbox. */
export const CHROMIUM_FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How an authenticator is reached. There can be one of the device itself: `internal`. */
export type Transport = 'internal' | 'usb'

/** Options of Chromium's `WebAuthn.addVirtualAuthenticator`: it holds passkeys, and answers each request at once. */
export function virtualAuthenticator(transport: Transport) {
  return {
    protocol: 'ctap2' as const,
    transport,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  }
}
