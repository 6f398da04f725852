import { PlainBlocks } from './rich-text.tsx'

/** A paragraph of user text without links. */
export function PlainText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`wrap-anywhere whitespace-pre-line ${className}`}>
      <PlainBlocks text={text} />
    </p>
  )
}
