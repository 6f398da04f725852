/** How many times slower this machine is than the reference machine: `npm test` measures it (machine-speed.ts). */
const SLOWNESS = Math.max(1, Number(process.env.QUACK_PATIENCE ?? 1) || 1)

/**
 * A timeout that ends what hangs, scaled to this machine. No test proves a duration with it.
 * @param ms on the reference machine
 */
export function patient(ms: number): number {
  return ms * SLOWNESS
}
