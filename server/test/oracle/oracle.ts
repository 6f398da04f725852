import type { Installation } from '../app.ts'
import { createRandom } from '../random.ts'
import { runHistory, type Scrutiny } from './history.ts'
import { chooseOperation, describe } from './operations.ts'
import { startOverNetwork } from './over-network.ts'
import { shrink } from './shrink.ts'
import { startSubject } from './subject.ts'

/**
 * Runs a random history of so many steps on a fresh server and the model. @param start where there is none yet
 * @returns null when they agreed throughout, else the shortest story of their difference that was found
 */
export async function consultOracle(
  steps: number,
  seed: number,
  scrutiny: Scrutiny,
  onStep?: (count: number) => void,
  start: () => Promise<Installation> = startOverNetwork,
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
