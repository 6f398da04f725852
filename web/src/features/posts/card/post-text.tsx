import { t } from '@lingui/core/macro'
import { useContext, useState } from 'react'
import { MemberText } from '../../mentions/member-text.tsx'
import { PostMarks } from './post-marks.ts'

interface PostTextProps {
  text: string
  /** A BCP 47 tag; empty if it is unknown. */
  lang: string | undefined
  mentions: readonly string[] | undefined
  isWhole: boolean
}

/** A post's text. A long one is cut, with a button that shows all of it. */
export function PostText({ text, lang, mentions, isWhole }: PostTextProps) {
  const [isOpen, setOpen] = useState(isWhole)
  const marks = useContext(PostMarks)?.marksIn(text)
  const isCut = !isOpen && isLong(text)
  return (
    <>
      <MemberText
        text={text}
        lang={lang}
        mentions={mentions}
        marks={marks}
        className={isCut ? 'line-clamp-[12]' : ''}
      />
      {isCut && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="-mx-1 min-h-8 rounded-sm px-1 text-accent hover:underline"
        >
          {t`Show more`}
        </button>
      )}
    </>
  )
}

const LINES = 14
/** Approximate characters per line on a narrow phone. */
const CHARACTERS = 40

/** Whether a list shows only the beginning of a text. An estimate: measuring it would shift the layout. */
export function isLong(text: string): boolean {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS)), 0)
  return lines > LINES * 1.5
}
