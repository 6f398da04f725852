import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from '../cx.ts'
import { menuItemClass, menuPopupClass } from './menu.tsx'

interface SelectMenuProps<Value extends string> {
  /** The button that opens it, for example a SelectButton. */
  trigger: ReactElement
  /** The accessible name, for example 'Sort posts'. */
  label: string
  /** With which edge of the button the menu is aligned. */
  align?: 'start' | 'end'
  value: Value
  options: readonly { value: Value; label: string; hint?: string }[]
  onChange: (value: Value) => void
}

/** A menu of options, of which one is chosen. */
export function SelectMenu<Value extends string>(props: SelectMenuProps<Value>) {
  const { trigger, label, align = 'end', value, options, onChange } = props
  const choose = (next: unknown) => {
    const option = options.find((candidate) => candidate.value === next)
    if (option) onChange(option.value)
  }
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-(--layer-popup) outline-none">
          <Base.Popup className={menuPopupClass}>
            <Base.RadioGroup value={value} onValueChange={choose} aria-label={label}>
              {options.map((option) => (
                <Base.RadioItem
                  key={option.value}
                  value={option.value}
                  closeOnClick
                  className={cx(menuItemClass, 'justify-between')}
                >
                  <span className="py-1.5">
                    {option.label}
                    {option.hint && <span className="block text-meta text-muted">{option.hint}</span>}
                  </span>
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
