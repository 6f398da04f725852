import { createRandom } from '@quack/testing/random'
import type { Installation } from '../app.ts'
import { AHEAD_CLOCK } from '../test-clock.ts'
import { runHistory, type Scrutiny } from './history.ts'
import { chooseOperation, describe } from './operations.ts'
import { startOverNetwork } from './over-network.ts'
import { shrink } from './shrink.ts'
import { startSubject } from './subject.ts'

/**
 * Runs a random history on a fresh server and on the model.
 * @param start starts the server
 * @returns null if they agree; else a description of the shortest history that was found in which they differ
 */
export async function consultOracle(
  steps: number,
  seed: number,
  scrutiny: Scrutiny,
  onStep?: (count: number) => void,
  start: () => Promise<Installation> = () => startOverNetwork({ clock: AHEAD_CLOCK }),
): Promise<string | null> {
  const subject = await startSubject(await start())
  try {
    const random = createRandom(seed)
    const failure = await runHistory(
      subject,
      (model, index) => {
        onStep?.(index)
        return index < steps ? chooseOperation(random, model, index) : null
      },
      scrutiny,
    )
    if (failure === null) return null
    const shortest = await shrink(subject, failure, scrutiny)
    return [
      `Seed ${seed}: after ${failure.history.length} steps, server and model differ. ${shortest.history.length} steps are enough:`,
      ...shortest.history.map((step) => `  ${describe(step)}`),
      shortest.message,
    ].join('\n')
  } finally {
    await subject.app.close()
  }
}
