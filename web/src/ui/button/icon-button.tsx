import type { ComponentProps } from 'react'
import { type IconTone, iconClass } from './icon-class.ts'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name and the tooltip. */
  label: string
  tooltip?: boolean
  tone?: IconTone
  /** Always has the tone's colour. Otherwise it has it only on hover. */
  isOn?: boolean
}

/** An icon-only button with a target of 40 px and a tooltip. `className` is for its position, `tone` for its look. */
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
