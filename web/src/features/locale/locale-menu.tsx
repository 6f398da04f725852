import { t } from '@lingui/core/macro'
import { LOCALES, type Locale } from '@quack/contract/rules/locales'
import type { ReactElement } from 'react'
import { languageName } from '../../data/languages/names.ts'
import { chosenLocale } from '../../locale/locale.ts'
import { SelectMenu } from '../../ui/popup/select-menu.tsx'

interface LocaleMenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Null if the browser decides. */
  onChoose: (locale: Locale | null) => void
}

/** The languages of the interface, each as it calls itself. */
export function LocaleMenu({ trigger, onChoose }: LocaleMenuProps) {
  return (
    <SelectMenu
      trigger={trigger}
      label={t`Language`}
      value={chosenLocale() ?? ''}
      options={[
        { value: '', label: t`As the browser says` },
        ...LOCALES.map((value) => ({ value, label: languageName(value) })),
      ]}
      onChange={(value) => onChoose(value === '' ? null : value)}
    />
  )
}
