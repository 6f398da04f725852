import { t } from '@lingui/core/macro'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { activeLocale } from '../../locale/messages.ts'
import { IconButton } from '../button/icon-button.tsx'
import { cx } from '../cx.ts'
import { controlClass, type FieldProps, FieldShell, useFieldIds } from './field.tsx'

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'type'>

/** A password field with a button that shows the password. */
export function PasswordField({ label, hideLabel, hint, error, className, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const field = { label, hideLabel, hint, error }
  const { id, control } = useFieldIds(field)
  const Icon = isShown ? EyeOff : Eye
  // Other languages do not all write it small within a sentence.
  const name = activeLocale() === 'en' ? label.toLowerCase() : label
  const action = isShown
    ? t({ message: `Hide ${name}`, comment: '{name} is the label of a field, such as Password' })
    : t({ message: `Show ${name}`, comment: '{name} is the label of a field, such as Password' })
  return (
    <FieldShell id={id} {...field}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...control}
          type={isShown ? 'text' : 'password'}
          className={cx(controlClass, 'min-h-11 pe-12', className)}
        />
        <IconButton
          label={action}
          tooltip={false}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 end-1 my-auto"
        >
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </FieldShell>
  )
}
