import type { MemberId, PostId } from '../../database/schema.ts'
import { type Tag, tagOf, toBytes, withPart } from '../../http/written.ts'
import type { Used } from '../../second-chance.ts'
import { BOOKMARKED, DISLIKED, LIKED } from './marks.queries.ts'
import type { MadePost } from './posts.hydrate.ts'

/** What an entry takes besides its text, about. */
const ENTRY_BYTES = 400

/** What a member has done with a post, as its schema writes it. Text of a post cannot hold it: quotes are escaped there. */
const marksInJson = (bits: number): string =>
  `"viewer":${JSON.stringify({
    liked: (bits & LIKED) !== 0,
    disliked: (bits & DISLIKED) !== 0,
    bookmarked: (bits & BOOKMARKED) !== 0,
  })}`
const MARKS_IN_JSON = Array.from({ length: 8 }, (_, bits) => marksInJson(bits))
const NO_MARKS = marksInJson(0)

/** A post in JSON as those see it who have done nothing with it, and what that was made of. */
export class WrittenPost implements Used {
  readonly id: PostId
  /** How it is shown, as known-posts.ts counts the ways. */
  readonly form: number
  /** As Written has them. */
  readonly bytes: string
  readonly tag: Tag
  readonly members: readonly MemberId[]
  /** What it takes in an answer, as answer-size.ts estimates it. */
  readonly size: number
  readonly weight: number
  isUsed = false

  constructor({ id, members, weight }: MadePost, form: number, json: string) {
    this.id = id
    this.form = form
    this.bytes = toBytes(json)
    this.tag = tagOf(json)
    this.members = members
    this.size = weight
    this.weight = ENTRY_BYTES + this.bytes.length + 8 * members.length
  }

  /** As one sees it who has marked it so: the marks are all the difference where no lists of members are shown. */
  marked(bits: number): string {
    return withPart(this.bytes, NO_MARKS, MARKS_IN_JSON[bits] ?? NO_MARKS)
  }
}
