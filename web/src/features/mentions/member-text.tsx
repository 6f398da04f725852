import { TextBlock } from '../../ui/text/rich-text.tsx'
import type { Mark } from '../../ui/text/split-marks.ts'
import { splitReferences } from './split-references.ts'

interface MemberTextProps {
  text: string
  /** A BCP 47 tag; empty if it is unknown. */
  lang?: string | undefined
  /** The usernames that are linked. All other names are plain text. */
  mentions: readonly string[] | undefined
  /** What is marked in it. */
  marks?: readonly Mark[] | undefined
  className?: string | undefined
}

/** The text of a post or comment, with links to its hashtags and to the members whom it mentions. */
export function MemberText({ text, lang, mentions, marks, className }: MemberTextProps) {
  return <TextBlock parts={splitReferences(text, mentions)} marks={marks} lang={lang} className={className} />
}
