import { t } from '@lingui/core/macro'
import { Languages } from 'lucide-react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { chooseLocale } from '../../locale/locale.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'

/** Changes the language of this device, where nobody need be signed in. */
export function LocaleButton() {
  const popup = useOnDemand(() => import('./locale-menu.tsx'))
  const button = (
    <IconButton label={t`Language`}>
      <Languages size={20} aria-hidden="true" />
    </IconButton>
  )
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ LocaleMenu }, trigger) => <LocaleMenu trigger={trigger} onChoose={chooseLocale} />}
    </LazyPopup>
  )
}
