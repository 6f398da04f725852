import { splitLinks } from './split-links.ts'

/** User text: line breaks are kept, long words wrapped, URLs linked. Never rendered as HTML. */
export function RichText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}>
      {splitLinks(text).map((part) =>
        part.href === undefined ? (
          part.text
        ) : (
          <a
            key={part.at}
            href={part.href}
            target="_blank"
            rel="nofollow noopener"
            className="rounded-sm text-accent underline decoration-1 underline-offset-2"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}
