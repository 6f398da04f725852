import { removeMutedWord, useMutedWords } from '../../data/safety/mutes.ts'
import { PagedList } from '../reports/paged-list.tsx'
import { untilText } from './mute-durations.ts'
import { MutedWordForm } from './muted-word-form.tsx'
import { RemoveButton } from './remove-button.tsx'
import { SafetyPage } from './safety-page.tsx'

export function MutedWordsPage() {
  return (
    <SafetyPage title="Muted words" text="Posts of others with these words are hidden or collapsed in your feeds.">
      <MutedWordForm />
      <PagedList pages={useMutedWords()} label="Muted words" emptyText="You have not muted any words.">
        {(word) => (
          <li key={word._id} className="flex items-center gap-3 border-b px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-semibold">{word.phrase}</p>
              <p className="text-meta text-muted">
                {word.action === 'hide' ? 'Hidden' : 'Collapsed'} {untilText(word.endsAt)}
              </p>
            </div>
            <RemoveButton
              action="Remove"
              of={word.phrase}
              onRemove={() => removeMutedWord(word)}
              done={`You unmuted “${word.phrase}”`}
            />
          </li>
        )}
      </PagedList>
    </SafetyPage>
  )
}
