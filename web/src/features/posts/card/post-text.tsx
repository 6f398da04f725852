import { useState } from 'react'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { isLong } from './is-long.ts'

/** A post's text. A long one is cut, with a button that shows all of it. */
export function PostText({ text, isWhole }: { text: string; isWhole: boolean }) {
  const [isOpen, setOpen] = useState(isWhole)
  const isCut = !isOpen && isLong(text)
  return (
    <>
      <RichText text={text} className={isCut ? 'line-clamp-[12]' : ''} />
      {isCut && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="-mx-1 min-h-8 rounded-sm px-1 text-accent hover:underline"
        >
          Show more
        </button>
      )}
    </>
  )
}
