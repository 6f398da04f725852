import { partsOf, type TextPart as Reference } from '@quack/contract/rules/references'
import { paths } from '../../paths.ts'
import { splitLinks, type TextPart } from '../../ui/text/split-links.ts'

/**
 * Splits a text into plain parts, hashtags, URLs and the mentions of these members. `mentions` is what the server says.
 */
export function splitReferences(text: string, mentions: readonly string[] = []): TextPart[] {
  if (mentions.length === 0 && !/[#＃]/.test(text)) return splitLinks(text)
  const usernames = new Map(mentions.map((username) => [username.toLowerCase(), username]))
  const parts: TextPart[] = []
  let end = 0
  let at = 0
  for (const part of partsOf(text)) {
    const link = toLink(part, usernames)
    if (link) {
      parts.push(...splitLinks(text.slice(end, at), end), { ...link, at })
      end = at + link.text.length
    }
    at += part.text.length
  }
  parts.push(...splitLinks(text.slice(end), end))
  return parts
}

function toLink(part: Reference, usernames: ReadonlyMap<string, string>): { text: string; to: string } | null {
  if (part.kind === 'tag') return { text: part.text, to: paths.tag(part.key) }
  if (part.kind === 'plain') return null
  const name = part.names.find((each) => usernames.has(each.toLowerCase()))
  if (name === undefined) return null
  // As typed, with the @. The rest of a longer name is plain text.
  return { text: part.text.slice(0, 1 + name.length), to: paths.profile(usernames.get(name.toLowerCase()) ?? name) }
}
