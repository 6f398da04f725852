/** How many times slower this machine is than the reference machine: `npm test` measures it (machine-speed.ts). */
const SLOWNESS = Math.max(1, Number(process.env.QUACK_PATIENCE ?? 1) || 1)
/** The machine can become slower after the measurement, and a test that passes does not wait for its timeout. */
const MARGIN = 3

/**
 * A timeout that ends what hangs, scaled to this machine. No test proves a duration with it.
 * @param ms on the reference machine
 * @returns an integer: Node refuses other timeouts of sockets
 */
export function patient(ms: number): number {
  return Math.round(ms * SLOWNESS * MARGIN)
}
