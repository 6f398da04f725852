import type { MutedWord } from '@quack/contract'
import type { Filter } from '@quack/contract/client-api/entities'
import type { CollapsingWord } from '../../../reading/hidden.ts'
import { timeOf } from '../accounts/account.view.ts'

export type WordRow = CollapsingWord & Pick<MutedWord, 'action'>

/** Where muted words apply. */
export const CONTEXT = ['home', 'public']

export const keywordView = ({ id, phrase }: WordRow) => ({ id: String(id), keyword: phrase, whole_word: true })

export function filterView(row: WordRow): Filter {
  return {
    id: String(row.id),
    title: row.phrase,
    context: CONTEXT,
    expires_at: row.ends_at === null ? null : timeOf(row.ends_at),
    filter_action: row.action === 'hide' ? 'hide' : 'warn',
    keywords: [keywordView(row)],
    statuses: [],
  }
}
