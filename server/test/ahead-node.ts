import { SYSTEM_CLOCK } from '../src/jobs/clock.ts'
import { AHEAD_CLOCK } from './test-clock.ts'

// Loaded before main.ts by a node of a cluster, whose clock no test can pass to it.
Object.assign(SYSTEM_CLOCK, { now: AHEAD_CLOCK.now })
