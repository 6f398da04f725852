import { t } from '@lingui/core/macro'
import { languageCode } from '@quack/contract/rules/languages'
import { Check } from 'lucide-react'
import { useRef } from 'react'
import { rememberLanguage, tagFor } from '../../../data/languages/names.ts'
import { cx } from '../../../ui/cx.ts'
import { Dialog, type DialogState } from '../../../ui/popup/dialog.tsx'
import { LanguageList, LanguageName } from '../../languages/language-list.tsx'

interface LanguageDialogProps extends DialogState {
  /** A BCP 47 tag; empty for none. */
  lang: string
  onChoose: (lang: string) => void
}

/** The choice of the language of a post. */
export function LanguageDialog({ lang, onChoose, ...dialog }: LanguageDialogProps) {
  const chosen = languageCode(lang)
  const field = useRef<HTMLInputElement>(null)
  function choose(code: string): void {
    const tag = tagFor(code)
    rememberLanguage(tag)
    onChoose(tag)
    dialog.onOpenChange(false)
  }
  return (
    <Dialog {...dialog} title={t`Language of the post`} size="small" initialFocus={field}>
      <LanguageList fieldRef={field} first={chosen === null ? [] : [chosen]} onEnter={({ code }) => choose(code)}>
        {(language) => (
          <button
            type="button"
            aria-pressed={language.code === chosen}
            onClick={() => choose(language.code)}
            className={cx(
              'flex min-h-11 w-full items-center justify-between gap-3 px-4 text-start -outline-offset-2 transition-colors hover:bg-hover',
              language.code === chosen && 'font-semibold',
            )}
          >
            <span className="min-w-0">
              <LanguageName language={language} />
            </span>
            {language.code === chosen && <Check size={18} className="shrink-0 text-accent" aria-hidden="true" />}
          </button>
        )}
      </LanguageList>
    </Dialog>
  )
}
