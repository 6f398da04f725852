import { isBlank } from '@quack/contract/rules/text'

/** What a phone's share sheet sends besides files. Each part may be empty. */
export interface SharedText {
  readonly title: string
  readonly text: string
  readonly url: string
}

/** One text for the composer, in lines. Apps often repeat a part in another one: it is taken once. */
export function textOf({ title, text, url }: SharedText): string {
  const parts = [title, text, url].map((part) => part.replaceAll('\0', '').trim())
  const isNeeded = (part: string, index: number) =>
    part !== '' && !parts.some((other, at) => other.includes(part) && (other.length > part.length || at < index))
  return parts.filter(isNeeded).join('\n')
}

/** The text of a draft with what was shared below it. */
export function appended(content: string, shared: string): string {
  if (shared === '') return content
  return isBlank(content) ? shared : `${content.trimEnd()}\n\n${shared}`
}
