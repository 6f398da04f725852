import type { ComponentProps } from 'react'
import { type IconTone, iconClass } from './icon-class.ts'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for assistive technology and the tooltip. */
  label: string
  tooltip?: boolean
  tone?: IconTone
  /** Has the tone's colour already, as what is switched on does; otherwise a hand over it brings the colour. */
  isOn?: boolean
}

/** A button that is an icon alone: a target of 40 px, a name, a tooltip. `className` places it; its look is the tone's. */
export function IconButton(props: IconButtonProps) {
  const { label, tooltip = true, tone = 'plain', isOn = false, className, children, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip ? label : undefined}
      {...rest}
      className={iconClass(tone, isOn, className)}
    >
      {children}
    </button>
  )
}
