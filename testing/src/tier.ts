/** Whether this run is `npm run test:long`, which takes what `npm test`, the gate, leaves out. */
export const isLong = process.env.TEST_TIER === 'long'
