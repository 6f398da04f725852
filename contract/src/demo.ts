/** The account behind "Login as a Guest". It exists only where the demo is on, and is public on purpose. */
export const GUEST = { username: 'guest', password: 'quack-quack' } as const
