import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { controlClass, type FieldProps, FieldShell, useFieldIds } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id'>

export function TextField({ label, hideLabel, hint, error, className, type = 'text', ...input }: TextFieldProps) {
  const field = { label, hideLabel, hint, error }
  const { id, control } = useFieldIds(field)
  return (
    <FieldShell id={id} {...field}>
      <input
        type={type}
        dir={type === 'text' || type === 'email' ? 'auto' : undefined}
        // Without one, an empty field would not have the direction of the page: see styles.css.
        placeholder=" "
        {...input}
        {...control}
        className={cx(controlClass, 'min-h-11 rtl:text-right', className)}
      />
    </FieldShell>
  )
}
