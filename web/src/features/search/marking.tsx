import { highlightsOf } from '@quack/contract/rules/search/search-match'
import type { TextTerm } from '@quack/contract/rules/search/search-query'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import type { Marking } from '../posts/card/post-marks.ts'
import { excerptOf, wantedWords } from './found-marks.ts'

/** Marks the words of a search. */
export function markingOf(q: string): Marking {
  const words = wantedWords(q)
  return {
    marksIn: (text) => highlightsOf(text, words),
    renderDescription: ({ alt, content }) =>
      alt === '' ? null : <FoundDescription alt={alt} content={content} words={words} />,
  }
}

interface FoundDescriptionProps {
  alt: string
  content: string
  words: readonly TextTerm[]
}

/** What a search has found in the description of a picture or video, and not in the text of its post. */
function FoundDescription({ alt, content, words }: FoundDescriptionProps) {
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
