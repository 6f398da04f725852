import { partsOf } from '@quack/contract/references'

/** A part of a text. A part with `username` is a mention of this member. */
interface MentionedPart {
  text: string
  username?: string
  /** The offset in the text. */
  at: number
}

/** Splits a text into plain parts and the mentions of these members. `mentions` is what the server says. */
export function splitMentions(text: string, mentions: readonly string[] = []): MentionedPart[] {
  if (mentions.length === 0) return text === '' ? [] : [{ text, at: 0 }]
  const usernames = new Map(mentions.map((username) => [username.toLowerCase(), username]))
  const parts: MentionedPart[] = []
  let end = 0
  let at = 0
  for (const part of partsOf(text)) {
    const name = part.kind === 'mention' ? part.names.find((each) => usernames.has(each.toLowerCase())) : undefined
    if (name !== undefined) {
      if (at > end) parts.push({ text: text.slice(end, at), at: end })
      // As typed, with the @. The rest of a longer name is plain text.
      end = at + 1 + name.length
      parts.push({ text: text.slice(at, end), username: usernames.get(name.toLowerCase()) ?? name, at })
    }
    at += part.text.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end })
  return parts
}
