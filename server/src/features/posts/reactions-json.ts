import { replaceLast } from '../../http/answers/byte-string.ts'
import { BOOKMARKED, DISLIKED, LIKED } from './reactions.queries.ts'

/** The viewer's reactions, as the schema serialises them. A post's text cannot contain it: JSON escapes quotes. */
const reactionsJson = (bits: number): string =>
  `"viewer":${JSON.stringify({
    liked: (bits & LIKED) !== 0,
    disliked: (bits & DISLIKED) !== 0,
    bookmarked: (bits & BOOKMARKED) !== 0,
  })}`
const REACTIONS_JSON = Array.from({ length: 8 }, (_, bits) => reactionsJson(bits))
const NO_REACTIONS = reactionsJson(0)

/** The post with a viewer's reactions. Without nested lists of members, that is all that depends on the viewer. */
export const withReactions = (json: string, bits: number): string =>
  replaceLast(json, NO_REACTIONS, REACTIONS_JSON[bits] ?? NO_REACTIONS)
