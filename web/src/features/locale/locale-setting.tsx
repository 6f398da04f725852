import { t } from '@lingui/core/macro'
import type { Locale } from '@quack/contract/rules/locales'
import { setLocale, useIsGuest } from '../../data/account/account.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { languageName } from '../../data/languages/names.ts'
import { chooseLocale } from '../../locale/locale.ts'
import { activeLocale } from '../../locale/messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'

/**
 * The language of the interface. One that is chosen is that of all devices of the viewer. That of a shared account is
 * each device's own.
 */
export function LocaleSetting() {
  const isGuest = useIsGuest()
  const popup = useOnDemand(() => import('./locale-menu.tsx'))
  const locale = activeLocale()
  const name = languageName(locale)
  const button = (
    <Button variant="secondary" aria-label={t`Language: ${name}`} disabled={isGuest === undefined}>
      {name}
    </Button>
  )

  async function choose(next: Locale | null): Promise<void> {
    if (isGuest === true || (await succeeds(() => setLocale(next)))) chooseLocale(next, !isGuest)
  }

  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{t`Language`}</span>
        <LazyPopup popup={popup} kind="menu" trigger={button}>
          {({ LocaleMenu }, trigger) => <LocaleMenu trigger={trigger} onChoose={(next) => void choose(next)} />}
        </LazyPopup>
      </div>
      {locale !== 'en' && <p className="text-muted">{t`This translation was made by a machine.`}</p>}
    </div>
  )
}
