import { plural, t } from '@lingui/core/macro'
import { LANGUAGES_MAX } from '@quack/contract/rules/languages'
import { useRef, useState } from 'react'
import { setLanguages } from '../../data/account/account.ts'
import { useAction } from '../../data/api/error-notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { LanguageList, LanguageName } from './language-list.tsx'

interface LanguagesDialogProps extends DialogState {
  /** Codes. */
  chosen: readonly string[]
}

/** The choice of the languages of Explore and searches. */
export function LanguagesDialog({ chosen, ...dialog }: LanguagesDialogProps) {
  const [wanted, setWanted] = useState(chosen)
  const [isBusy, run] = useAction()
  const field = useRef<HTMLInputElement>(null)
  const count = wanted.length
  const isFull = count >= LANGUAGES_MAX
  const toggle = (code: string) =>
    setWanted((now) => (now.includes(code) ? now.filter((each) => each !== code) : isFull ? now : [...now, code]))
  async function save(): Promise<void> {
    if (await run(() => setLanguages(wanted))) dialog.onOpenChange(false)
  }
  return (
    <Dialog
      {...dialog}
      title={t`Languages in Explore`}
      size="small"
      initialFocus={field}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="me-auto text-meta text-muted">
            {isFull
              ? t({ message: `At most ${{ max: LANGUAGES_MAX }}`, comment: 'Languages' })
              : count === 0
                ? t`All languages`
                : t({ message: plural(count, { one: '# chosen', other: '# chosen' }), comment: 'Languages' })}
          </p>
          {count > 0 && (
            <Button variant="secondary" onClick={() => setWanted([])}>
              {t`All languages`}
            </Button>
          )}
          <Button loading={isBusy} onClick={() => void save()}>
            {t`Save`}
          </Button>
        </div>
      }
    >
      <LanguageList fieldRef={field} first={chosen} onEnter={({ code }) => toggle(code)}>
        {(language) => {
          const isChosen = wanted.includes(language.code)
          return (
            <div className="px-4 transition-colors hover:bg-hover">
              <Checkbox
                label={<LanguageName language={language} />}
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => toggle(language.code)}
              />
            </div>
          )
        }}
      </LanguageList>
    </Dialog>
  )
}
