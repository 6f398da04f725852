import { type Kept, KeptAnswers } from '../src/http/kept-answers.ts'
import type { Sources } from '../src/http/sources.ts'
import type { Viewer } from '../src/http/viewer.ts'

/** A trending page says from which instant on likes are counted out again; any instant at which it held will do. */
const INSTANT = /"nextCursor":"trending\.[^"]*"/

/**
 * Keeps answers as the server does, but has each made anew all the same, and compares: whatever the tests of the whole
 * suite do, an answer that would have been sent again must be what the queries give.
 */
export class CheckedAnswers extends KeptAnswers {
  /** Kept answers that still passed for right and were not. */
  readonly stale: string[] = []
  readonly #expected = new Map<string, Kept>()

  override find(viewer: Viewer | null, url: string): null {
    const kept = super.find(viewer, url)
    if (kept) this.#expected.set(`${viewer?.id} ${url}`, kept)
    return null
  }

  override keep(sources: Sources, url: string, body: Buffer, position: number): Kept {
    const key = `${sources.viewer ?? undefined} ${url}`
    const kept = this.#expected.get(key)
    this.#expected.delete(key)
    if (kept && this.holds(kept) && textOf(kept.body) !== textOf(body)) {
      this.stale.push(`${url}\n  kept: ${kept.body}\n  anew: ${body}`)
    }
    return super.keep(sources, url, body, position)
  }
}

const textOf = (body: Buffer): string => body.toString().replace(INSTANT, '')
