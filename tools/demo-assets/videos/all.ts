import { bouncingBall } from './bouncing-ball.ts'
import { duckWaves } from './duck-waves.ts'
import { recordPlayer } from './record-player.ts'
import type { Video } from './video.ts'

/** Every video of the demo. */
export const videos: readonly Video[] = [bouncingBall, duckWaves, recordPlayer]
