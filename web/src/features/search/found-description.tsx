import type { TextTerm } from '@quack/contract/rules/search/search-query'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import { excerptOf } from './found-marks.ts'

interface FoundDescriptionProps {
  alt: string
  content: string
  words: readonly TextTerm[]
}

/** What a search has found in the description of a picture or video, and not in the text of its post. */
export function FoundDescription({ alt, content, words }: FoundDescriptionProps) {
  const excerpt = excerptOf(alt, content, words)
  if (!excerpt) return null
  return (
    <p className="wrap-anywhere mt-2 line-clamp-3 text-meta text-muted">
      Description:{' '}
      <bdi>
        <PlainBlocks {...excerpt} />
      </bdi>
    </p>
  )
}
