import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { translate } from '../../locale/messages.ts'
import { setTheme, THEMES, type Theme, useTheme } from '../../ui/theme/theme.ts'

const LOOKS: Readonly<Record<Theme, { text: MessageDescriptor; icon: LucideIcon }>> = {
  system: { text: msg({ message: 'System', context: 'theme' }), icon: Monitor },
  light: { text: msg({ message: 'Light', context: 'theme' }), icon: Sun },
  dark: { text: msg({ message: 'Dark', context: 'theme' }), icon: Moon },
}

/** Radio buttons for the three themes. */
export function ThemeChoice() {
  const theme = useTheme()
  return (
    <fieldset className="grid gap-2 sm:grid-cols-3">
      <legend className="sr-only">{t`Theme`}</legend>
      {THEMES.map((value) => {
        const { text, icon: Icon } = LOOKS[value]
        return (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-edge px-3 transition-colors hover:bg-hover has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="size-4 accent-accent-solid outline-none"
            />
            <Icon size={20} aria-hidden="true" />
            {translate(text)}
          </label>
        )
      })}
    </fieldset>
  )
}
