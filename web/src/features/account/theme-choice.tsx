import { Monitor, Moon, Sun } from 'lucide-react'
import { setTheme, THEMES, type Theme, useTheme } from '../../ui/theme/theme.ts'

const LOOKS = {
  system: { text: 'System', icon: Monitor },
  light: { text: 'Light', icon: Sun },
  dark: { text: 'Dark', icon: Moon },
} satisfies Record<Theme, unknown>

/** Radio buttons for the three themes. */
export function ThemeChoice() {
  const theme = useTheme()
  return (
    <fieldset className="grid gap-2 sm:grid-cols-3">
      <legend className="sr-only">Theme</legend>
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
            {text}
          </label>
        )
      })}
    </fieldset>
  )
}
