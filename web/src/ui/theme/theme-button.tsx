import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { translate } from '../../locale/messages.ts'
import { IconButton } from '../button/icon-button.tsx'
import { nextTheme, setTheme, type Theme, useTheme } from './theme.ts'

const THEMES: Readonly<Record<Theme, { icon: LucideIcon; label: MessageDescriptor }>> = {
  system: { icon: Monitor, label: msg`Theme: system` },
  light: { icon: Sun, label: msg`Theme: light` },
  dark: { icon: Moon, label: msg`Theme: dark` },
}

interface ThemeButtonProps {
  tone?: 'plain' | 'rail'
  tooltipSide?: 'end'
  className?: string
}

/** Shows the current theme and switches to the next of the three. */
export function ThemeButton({ tone, tooltipSide, className }: ThemeButtonProps) {
  const theme = useTheme()
  const { icon: Icon, label } = THEMES[theme]
  return (
    <IconButton
      tone={tone}
      label={translate(label)}
      data-tooltip-side={tooltipSide}
      onClick={() => setTheme(nextTheme(theme))}
      className={className}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  )
}
