import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { nextTheme, setTheme, type Theme, useTheme } from './theme.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>

interface ThemeButtonProps {
  tone?: 'plain' | 'rail'
  tooltipSide?: 'right'
  className?: string
}

/** Goes round the three themes, and says which one is on. */
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
