import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { type Quoted, readQuoted } from '../../data/offline/quoted.ts'

/** What a waiting post quotes, as it was when it was written. */
export function quotedIn({ body, quoted }: WritingEntry<'post' | 'editPost'>): Quoted | undefined {
  return body.quote === undefined ? undefined : readQuoted(quoted)
}
