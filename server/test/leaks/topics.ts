/** No topic is a part of another, or begins with the same four letters. */

/** The first ones are muted by some. */
export const MUTABLE = ['rain', 'ducks'] as const
/** In the opening, a private member is the first to write about it. */
export const SHARED_TOPIC = 'reeds'
const SHARED = [...MUTABLE, SHARED_TOPIC, 'ponds', 'mud'] as const
/** Each is written about by one member alone, so that it is unseen as often as this member is. */
const OWN = ['zebra', 'zander', 'zephyr', 'zigzag', 'zinnia', 'zircon', 'zodiac', 'zucchini'] as const
/** With which all of them begin, and no other topic. */
export const OWN_LETTER = 'z'
export const TOPICS: readonly string[] = [...SHARED, ...OWN]

export const ownTopicOf = (names: readonly string[], member: string): string =>
  OWN[Math.max(0, names.indexOf(member)) % OWN.length] ?? ''

/** What a member may write about. */
export const topicsOf = (names: readonly string[], member: string): readonly string[] => {
  const own = ownTopicOf(names, member)
  return [...SHARED, own, own, own]
}

/** A topic as the posts of a member spell it: with one capital. All calls name it in small letters. */
export function spelt(topic: string, author: string): string {
  const at = author.charCodeAt(0) % topic.length
  return topic.slice(0, at) + topic.slice(at, at + 1).toUpperCase() + topic.slice(at + 1)
}
