import { Link } from 'react-router'
import { splitDirections, splitNames } from './split-directions.ts'
import { splitLinks, type TextPart } from './split-links.ts'
import { type Mark, splitMarks } from './split-marks.ts'

/** User text: line breaks are kept, long words wrapped, URLs linked. Never rendered as HTML. */
export function RichText({ text }: { text: string }) {
  return <TextBlock parts={splitLinks(text)} />
}

interface TextBlockProps {
  parts: readonly TextPart[]
  /** What is marked in the text, in links too. */
  marks?: readonly Mark[] | undefined
  /** Of the text, for hyphens, fonts and voices; empty if it is unknown. */
  lang?: string | undefined
  className?: string | undefined
}

/** The block around a user's text. */
export function TextBlock({ parts, marks, lang, className = '' }: TextBlockProps) {
  return (
    <p dir="auto" lang={lang || undefined} className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}>
      <TextBlocks parts={parts} marks={marks} />
    </p>
  )
}

/** User text without links, for an element that keeps line breaks. */
export function PlainBlocks({ text, marks }: { text: string; marks?: readonly Mark[] }) {
  return <TextBlocks parts={[{ text, at: 0 }]} marks={marks} />
}

/** The same in one line, without line breaks. */
export function PlainLine({ text }: { text: string }) {
  return splitNames([{ text, at: 0 }]).map((part) => renderPart(part, []))
}

/**
 * Each paragraph with its own direction. `unicode-bidi: plaintext` would need no elements, but Chromium counts what is
 * isolated, such as a mention at the start of the second line.
 */
function TextBlocks({ parts, marks = [] }: Pick<TextBlockProps, 'parts' | 'marks'>) {
  return (
    splitDirections(parts)?.map((block) => (
      <span key={block.at} dir={block.dir} className="block">
        {block.parts.map((part) => renderPart(part, marks))}
      </span>
    )) ?? parts.map((part) => renderPart(part, marks))
  )
}

const linkClass = 'rounded-sm text-accent underline decoration-1 underline-offset-2'

/** A link is isolated: it has no effect on the direction and the order of the text around it. */
function renderPart({ text, at, href, to, isName }: TextPart, marks: readonly Mark[]) {
  const content = marks.length === 0 ? text : renderMarks(text, at, marks)
  if (to !== undefined) {
    return (
      <bdi key={at}>
        <Link to={to} className={linkClass}>
          {content}
        </Link>
      </bdi>
    )
  }
  if (isName) return <bdi key={at}>{content}</bdi>
  if (href === undefined) return content
  return (
    <bdi key={at}>
      <a href={href} target="_blank" rel="nofollow noopener" className={linkClass}>
        {content}
      </a>
    </bdi>
  )
}

function renderMarks(text: string, at: number, marks: readonly Mark[]) {
  return splitMarks(text, marks, at).map((part) => (part.isMarked ? <mark key={part.at}>{part.text}</mark> : part.text))
}
