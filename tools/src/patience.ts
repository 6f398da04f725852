/**
 * How many times longer than on the reference machine a test may take before it counts as hung. `npm test` measures it
 * (machine-speed.ts); without it 1.
 */
export const PATIENCE = Math.max(1, Number(process.env.QUACK_PATIENCE ?? 1) || 1)
