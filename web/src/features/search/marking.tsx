import { highlightsOf } from '@quack/contract/rules/search/search-match'
import type { Marking } from '../posts/card/post-marks.ts'
import { FoundDescription } from './found-description.tsx'
import { wantedWords } from './found-marks.ts'

/** Marks the words of a search. */
export function markingOf(q: string): Marking {
  const words = wantedWords(q)
  return {
    marksIn: (text) => highlightsOf(text, words),
    renderDescription: ({ alt, content }) =>
      alt === '' ? null : <FoundDescription alt={alt} content={content} words={words} />,
  }
}
