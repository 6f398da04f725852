import { createRandom } from '@quack/testing/random'
import { compareAnswer } from './answers.ts'
import { chooseEmbed, chooseReading, compareAll, compareList, compareSingles, Disagreement } from './compare.ts'
import { Model } from './model.ts'
import { describe, type Operation } from './operations.ts'
import { isRefusal, NAMES, type Subject } from './subject.ts'
import { startWalk, type Walk } from './walks.ts'

export interface Failure {
  readonly history: readonly Operation[]
  readonly message: string
}

export interface Scrutiny {
  /** The share of steps after which a random list is read to its end, 0 to 1. */
  readonly readings: number
  /** The number of steps between comparisons of everything. */
  readonly everything: number
}

/** Maximum number of concurrent walks. Each reads a page after every step, so more would only cost time. */
const WALKS = 1

/**
 * Applies steps to an empty server and to the model. After each step it compares the answer, and what can be read.
 * @param next returns the next step; null at the end
 * @returns the steps so far and the first difference; null if there is none
 */
export async function runHistory(
  subject: Subject,
  next: (model: Model, index: number) => Operation | null,
  scrutiny: Scrutiny,
): Promise<Failure | null> {
  await subject.reset()
  const model = new Model(NAMES, subject.app.isAhead === true)
  const history: Operation[] = []
  let walks: Walk[] = []

  async function advance(): Promise<void> {
    const going: Walk[] = []
    for (const walk of walks) {
      walk.watch(model)
      if (await walk.advance(subject, model)) going.push(walk)
    }
    walks = going
  }

  try {
    for (let step = next(model, 0); step; step = next(model, history.length)) {
      history.push(step)
      await perform(subject, model, step, walks)
      await advance()
      await look(subject, model, step, scrutiny.readings)
      if (history.length % scrutiny.everything === 0) await compareAll(subject, model, createRandom(step.seed))
    }
    // Each page advances a walk, so this ends.
    while (walks.length > 0) await advance()
    await compareAll(subject, model, createRandom(history.length))
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { history, message: error.message }
  }
}

async function perform(subject: Subject, model: Model, step: Operation, walks: Walk[]): Promise<void> {
  const random = createRandom(step.seed)
  const embed = Math.max(1, chooseEmbed(random))
  if (step.kind === 'walk') {
    const post = model.posts.find((entry) => entry.number === step.post) ?? model.posts[0]
    const isLong = step.list !== 'likes' && step.list !== 'comments'
    if (walks.length >= WALKS || !post) return
    const target = { member: step.member === 'nobody' ? step.by : step.member, post }
    const limit = isLong ? 1 + random.int(8) : 1 + random.int(2)
    walks.push(startWalk({ name: step.list, viewer: step.by, target, limit, embed }, model))
    return
  }
  const refusal = model.apply(step)
  const outcome = await subject.perform(step, random, embed)
  if (refusal === null && outcome.answer.status < 300) {
    compareAnswer({ model, numbers: subject.numbers, embed }, step, outcome)
    return
  }
  if (refusal === null || !isRefusal(outcome.answer, refusal)) {
    const { status, body } = outcome.answer
    throw new Disagreement(describe(step), `expected ${refusal ?? 'success'}, got ${status} ${JSON.stringify(body)}`)
  }
}

/** Reads something after a step. The choice depends on the step's seed, so a replay makes the same one. */
async function look(subject: Subject, model: Model, step: Operation, share: number): Promise<void> {
  const random = createRandom(step.seed ^ 0x5eed)
  const reading = random.chance(share) ? chooseReading(random, model) : null
  if (reading === null) return
  if (random.chance(0.2)) await compareSingles(subject, model, reading.viewer, reading.embed, reading.target)
  else await compareList(subject, model, reading)
}
