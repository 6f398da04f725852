import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import { nextTheme, setTheme, type Theme, useTheme } from './theme.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>

interface ThemeButtonProps {
  tone?: 'plain' | 'rail'
  tooltipSide?: 'right'
  className?: string
}

/** Shows the current theme and switches to the next of the three. */
export function ThemeButton({ tone, tooltipSide, className }: ThemeButtonProps) {
  const theme = useTheme()
  const Icon = ICONS[theme]
  return (
    <IconButton
      tone={tone}
      label={`Theme: ${theme}`}
      data-tooltip-side={tooltipSide}
      onClick={() => setTheme(nextTheme(theme))}
      className={className}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  )
}
