import { t } from '@lingui/core/macro'
import { languageCode } from '@quack/contract/rules/languages'
import { useEffect, useState } from 'react'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { guessLanguage } from '../../../data/languages/guess.ts'
import { languageName } from '../../../data/languages/names.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { Composer } from './use-composer.ts'

/** The language of the post that is being written: what its author has chosen, or a guess. Opens the choice. */
export function LanguageButton({ composer }: { composer: Composer }) {
  const { draft, isSending, change } = composer
  const dialog = useOnDemand(() => import('./language-dialog.tsx'))
  const guess = useGuess(draft.content)
  const lang = draft.lang ?? guess
  const code = languageCode(lang) ?? '–'
  const language = languageName(lang)
  const label = language === '' ? t`Language: not known` : t`Language: ${language}`
  return (
    <>
      <button
        type="button"
        data-tooltip={label}
        disabled={isSending}
        onPointerEnter={dialog.prepare}
        onFocus={dialog.prepare}
        onClick={dialog.open}
        className="min-h-10 min-w-10 rounded-full px-2 font-semibold text-accent text-meta uppercase transition-colors hover:bg-hover disabled:cursor-not-allowed disabled:opacity-50"
      >
        <span className="sr-only">{label}, </span>
        {code}
      </button>
      {dialog.shown && (
        <dialog.shown.LanguageDialog {...dialog.props} lang={lang} onChoose={(chosen) => change({ lang: chosen })} />
      )}
    </>
  )
}

function useGuess(content: string): string {
  const text = useDebounced(content, content)
  const [guess, setGuess] = useState('')
  useEffect(() => {
    let isCurrent = true
    void guessLanguage(text).then((guessed) => {
      if (isCurrent) setGuess(guessed)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  return guess
}
