import { type Tag, tagOf, toBytes, withPart } from '../../http/written.ts'
import type { Used } from '../../second-chance.ts'

/** What an entry takes besides its text, about. */
const ENTRY_BYTES = 350

/** How two members stand to each other, as the schema writes it. Texts cannot hold it: quotes are escaped there. */
const relationInJson = (following: boolean, followedBy: boolean): string =>
  `"viewer":${JSON.stringify({ following, followedBy })}`
const RELATIONS_IN_JSON = [
  relationInJson(false, false),
  relationInJson(true, false),
  relationInJson(false, true),
  relationInJson(true, true),
] as const
const [NO_RELATION] = RELATIONS_IN_JSON

/** A profile in JSON as a member sees it who neither follows nor is followed. */
export class WrittenMember implements Used {
  /** As Written has them. */
  readonly #bytes: string
  readonly tag: Tag
  readonly weight: number
  isUsed = false

  constructor(json: string) {
    this.#bytes = toBytes(json)
    this.tag = tagOf(json)
    this.weight = ENTRY_BYTES + this.#bytes.length
  }

  /** @param relation 1 when the viewer follows the member, 2 when the member follows the viewer, 3 for both */
  seenBy(relation: number): string {
    return relation === 0 ? this.#bytes : withPart(this.#bytes, NO_RELATION, RELATIONS_IN_JSON[relation] ?? NO_RELATION)
  }
}
