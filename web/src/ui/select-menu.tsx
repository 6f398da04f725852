import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { buttonClass } from './button-class.ts'
import { cx } from './cx.ts'
import { menuItemClass, menuPopupClass } from './menu-class.ts'

interface SelectMenuProps<Value extends string> {
  /** The accessible name, for example 'Sort posts'. */
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** The button's text. By default the label of the chosen option. */
  text?: string
}

/** A button that shows the chosen option and opens a menu of all options. */
export function SelectMenu<Value extends string>(props: SelectMenuProps<Value>) {
  const { label, value, options, onChange, text } = props
  const current = options.find((option) => option.value === value)
  const choose = (next: unknown) => {
    const option = options.find((candidate) => candidate.value === next)
    if (option) onChange(option.value)
  }
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={buttonClass({ variant: 'ghost', size: 'medium' }, '-me-3 px-3')}>
        <span className="sr-only">{label}: </span>
        {text ?? current?.label}
        <ChevronDown size={18} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={menuPopupClass}>
            <Base.RadioGroup value={value} onValueChange={choose} aria-label={label}>
              {options.map((option) => (
                <Base.RadioItem
                  key={option.value}
                  value={option.value}
                  closeOnClick
                  className={cx(menuItemClass, 'justify-between')}
                >
                  {option.label}
                  <Base.RadioItemIndicator>
                    <Check size={18} className="text-accent" aria-hidden="true" />
                  </Base.RadioItemIndicator>
                </Base.RadioItem>
              ))}
            </Base.RadioGroup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
