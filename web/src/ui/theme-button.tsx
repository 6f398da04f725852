import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { nextTheme, setTheme, type Theme, useTheme } from './theme.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>

/** Goes round the three themes, and says which one is on. */
export function ThemeButton({ className, tooltipSide }: { className?: string; tooltipSide?: 'right' }) {
  const theme = useTheme()
  const Icon = ICONS[theme]
  return (
    <IconButton
      label={`Theme: ${theme}`}
      data-tooltip-side={tooltipSide}
      onClick={() => setTheme(nextTheme(theme))}
      className={className}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  )
}
