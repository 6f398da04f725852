import type { KeptAnswer } from '../src/http/kept-answers.ts'
import { KeptAnswers } from '../src/http/kept-answers.ts'
import type { Sources } from '../src/http/sources.ts'
import type { Viewer } from '../src/http/viewer.ts'
import { withoutInstant } from './instant.ts'

/**
 * Keeps answers as the server does, but has each made anew all the same, and compares: whatever the tests of the whole
 * suite do, an answer that would have been sent again must be what is made anew.
 */
export class CheckedAnswers extends KeptAnswers {
  /** Kept answers that still passed for right and were not. */
  readonly stale: string[] = []
  readonly #expected = new Map<string, KeptAnswer>()

  override find(viewer: Viewer | null, url: string): null {
    const kept = super.find(viewer, url)
    if (kept) this.#expected.set(`${viewer?.id} ${url}`, kept)
    return null
  }

  override keep(viewer: Viewer | null, url: string, answer: KeptAnswer, sources: Sources, position: number): void {
    const key = `${viewer?.id} ${url}`
    const kept = this.#expected.get(key)
    this.#expected.delete(key)
    if (kept && super.find(viewer, url) === kept && textOf(kept.body) !== textOf(answer.body)) {
      this.stale.push(`${url}\n  kept: ${kept.body}\n  anew: ${answer.body}`)
    }
    super.keep(viewer, url, answer, sources, position)
  }
}

const textOf = (body: Buffer): string => withoutInstant(body.toString())
