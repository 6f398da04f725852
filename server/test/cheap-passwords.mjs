// Loaded with --import by a server process that browser tests start: they sign up a thousand members. It is plain
// JavaScript because NODE_OPTIONS also reaches npm, which may run on an older Node and needs nothing of it.
if (process.argv[1]?.endsWith('start.js')) {
  const [{ PASSWORD_COST }, cheap] = await Promise.all([
    import('../src/features/passwords/password-cost.ts'),
    import('./password-cost.ts'),
  ])
  Object.assign(PASSWORD_COST, cheap.PASSWORD_COST)
}
