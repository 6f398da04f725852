import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { LinkedText, TextBlock } from '../../ui/text/rich-text.tsx'
import { splitMentions } from './split-mentions.ts'

interface MemberTextProps {
  text: string
  /** The usernames that are linked. All other names are plain text. */
  mentions: readonly string[] | undefined
  className?: string | undefined
}

/** The text of a post or comment, with links to the members whom it mentions. */
export function MemberText({ text, mentions, className }: MemberTextProps) {
  return (
    <TextBlock className={className}>
      {splitMentions(text, mentions).map((part) =>
        part.username === undefined ? (
          <LinkedText key={part.at} text={part.text} />
        ) : (
          // A name has no effect on the direction of the text around it.
          <bdi key={part.at}>
            <Link
              to={paths.profile(part.username)}
              className="rounded-sm text-accent underline decoration-1 underline-offset-2"
            >
              {part.text}
            </Link>
          </bdi>
        ),
      )}
    </TextBlock>
  )
}
