/** The account behind "Login as a Guest". It exists only with the demo on, and its password is public on purpose. */
export const GUEST = { username: 'guest', password: 'quack-quack' } as const
