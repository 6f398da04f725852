import type { ReactNode } from 'react'
import { splitLinks } from './split-links.ts'

/** User text: line breaks are kept, long words wrapped, URLs linked. Never rendered as HTML. */
export function RichText({ text }: { text: string }) {
  return (
    <TextBlock>
      <LinkedText text={text} />
    </TextBlock>
  )
}

/** The block around a user's text. Its direction is that of its first word which is not isolated by a `bdi`. */
export function TextBlock({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <p dir="auto" className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}>
      {children}
    </p>
  )
}

/** A text with its URLs as links. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part) =>
    part.href === undefined ? (
      part.text
    ) : (
      <bdi key={part.at}>
        <a
          href={part.href}
          target="_blank"
          rel="nofollow noopener"
          className="rounded-sm text-accent underline decoration-1 underline-offset-2"
        >
          {part.text}
        </a>
      </bdi>
    ),
  )
}
