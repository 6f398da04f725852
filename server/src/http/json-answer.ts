import type { MemberId } from '../database/schema.ts'

/** Who may be answered by a plan: all members, or those for whom this returns true. Null: the handler decides. */
export type Audience = 'members' | ((viewer: MemberId) => boolean | null)

/** How to answer a URL again without its handler. Access rules in the handler do not run, so `audience` has them. */
export interface AnswerPlan {
  readonly audience: Audience
  /** The member whose name is in the address. A change of that member's data invalidates the plan. */
  readonly named?: MemberId | undefined
  /** Assembles the answer from the caches; null if a part is not cached. */
  readonly answer: (viewer: MemberId) => JsonAnswer | null
}

/** A serialised answer, assembled from parts that were serialised by their schemas. */
export class JsonAnswer {
  /**
   * UTF-8 with one character per byte (latin1). Its length is the content length, it uses half the memory of a string
   * with an emoji, and Node writes it to the socket together with the headers.
   */
  readonly bytes: string
  /** A full hash of the text; for an assembled answer, 64 bits mixed from the hashes of its parts. */
  readonly etag: string
  readonly plan: AnswerPlan | null

  constructor(bytes: string, etag: string, plan: AnswerPlan | null = null) {
    this.bytes = bytes
    this.etag = etag
    this.plan = plan
  }
}

/** @returns null if the handler has to answer */
export function runPlan({ audience, answer }: AnswerPlan, viewer: MemberId): JsonAnswer | null {
  return audience === 'members' || audience(viewer) === true ? answer(viewer) : null
}
