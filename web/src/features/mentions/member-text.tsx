import { TextBlock } from '../../ui/text/rich-text.tsx'
import { splitReferences } from './split-references.ts'

interface MemberTextProps {
  text: string
  /** The usernames that are linked. All other names are plain text. */
  mentions: readonly string[] | undefined
  className?: string | undefined
}

/** The text of a post or comment, with links to its hashtags and to the members whom it mentions. */
export function MemberText({ text, mentions, className }: MemberTextProps) {
  return <TextBlock parts={splitReferences(text, mentions)} className={className} />
}
