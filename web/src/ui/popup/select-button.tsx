import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass } from '../button/button-class.ts'

interface SelectButtonProps extends ComponentProps<'button'> {
  /** What is chosen here, for assistive technology. It is read before the children, which are the chosen option. */
  label: string
}

/** The button of a SelectMenu. */
export function SelectButton({ label, children, ...rest }: SelectButtonProps) {
  return (
    <button type="button" {...rest} className={buttonClass({ variant: 'ghost' }, '-me-3 px-3')}>
      <span className="sr-only">{label}: </span>
      {children}
      <ChevronDown size={18} aria-hidden="true" />
    </button>
  )
}
