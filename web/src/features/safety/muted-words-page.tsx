import { t } from '@lingui/core/macro'
import { type MutedWord, removeMutedWord, useMutedWords } from '../../data/safety/mutes.ts'
import { PagedList } from '../reports/paged-list.tsx'
import { endText } from './mute-durations.ts'
import { MutedWordForm } from './muted-word-form.tsx'
import { RemoveButton } from './remove-button.tsx'
import { SafetyPage } from './safety-page.tsx'

export function MutedWordsPage() {
  return (
    <SafetyPage
      title={t`Muted words`}
      text={t`Posts of others with these words are hidden or collapsed in your feeds.`}
    >
      <MutedWordForm />
      <PagedList pages={useMutedWords()} label={t`Muted words`} emptyText={t`You have not muted any words.`}>
        {(word) => (
          <li key={word._id} className="flex items-center gap-3 border-b px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-semibold">{word.phrase}</p>
              <p className="text-meta text-muted">{effectText(word)}</p>
            </div>
            <RemoveButton
              action={t`Remove`}
              of={word.phrase}
              onRemove={() => removeMutedWord(word)}
              done={t`You unmuted “${{ phrase: word.phrase }}”`}
            />
          </li>
        )}
      </PagedList>
    </SafetyPage>
  )
}

/** What happens to posts with the word, and how long. */
function effectText({ action, endsAt }: Pick<MutedWord, 'action' | 'endsAt'>): string {
  const end = endText(endsAt)
  if (action === 'hide') {
    if (end === null) return t({ message: 'Hidden permanently', comment: 'Posts that have a muted word' })
    return t({ message: `Hidden until ${end}`, comment: 'Posts that have a muted word' })
  }
  return end === null ? t`Collapsed permanently` : t`Collapsed until ${end}`
}
