import { Link } from 'react-router'
import { splitDirections } from './split-directions.ts'
import { splitLinks, type TextPart } from './split-links.ts'

/** User text: line breaks are kept, long words wrapped, URLs linked. Never rendered as HTML. */
export function RichText({ text }: { text: string }) {
  return <TextBlock parts={splitLinks(text)} />
}

interface TextBlockProps {
  parts: readonly TextPart[]
  className?: string | undefined
}

/** The block around a user's text. */
export function TextBlock({ parts, className = '' }: TextBlockProps) {
  return (
    <p dir="auto" className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}>
      <TextBlocks parts={parts} />
    </p>
  )
}

/** User text without links, for an element that keeps line breaks. */
export function PlainBlocks({ text }: { text: string }) {
  return <TextBlocks parts={[{ text, at: 0 }]} />
}

/**
 * Each paragraph with its own direction. `unicode-bidi: plaintext` would need no elements, but Chromium counts what is
 * isolated, such as a mention at the start of the second line.
 */
function TextBlocks({ parts }: Pick<TextBlockProps, 'parts'>) {
  return (
    splitDirections(parts)?.map((block) => (
      <span key={block.at} dir={block.dir} className="block">
        {block.parts.map(renderPart)}
      </span>
    )) ?? parts.map(renderPart)
  )
}

const linkClass = 'rounded-sm text-accent underline decoration-1 underline-offset-2'

/** A link is isolated: it has no effect on the direction and the order of the text around it. */
function renderPart({ text, at, href, to }: TextPart) {
  if (to !== undefined) {
    return (
      <bdi key={at}>
        <Link to={to} className={linkClass}>
          {text}
        </Link>
      </bdi>
    )
  }
  if (href === undefined) return text
  return (
    <bdi key={at}>
      <a href={href} target="_blank" rel="nofollow noopener" className={linkClass}>
        {text}
      </a>
    </bdi>
  )
}
