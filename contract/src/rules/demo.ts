/**
 * The account behind "Login as a Guest". The demo brings it, and it signs in only while the demo is on. Its password is
 * public on purpose.
 */
export const GUEST = { username: 'guest', password: 'quack-quack' } as const
