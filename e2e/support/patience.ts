/** How many times slower than a quick machine this one is, measured before the run (tools/src/machine-speed.ts). */
const PATIENCE = Number(process.env.QUACK_PATIENCE ?? 1)

/**
 * A time after which a test is taken to hang, in milliseconds, as long as this machine needs. Only a bound: no test may
 * pass or fail by how long something takes.
 */
export function patient(ms: number): number {
  return ms * PATIENCE
}
