import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { controlClass, type FieldProps, FieldShell, useFieldIds } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id'>

export function TextField({ label, hideLabel, hint, error, className, ...input }: TextFieldProps) {
  const field = { label, hideLabel, hint, error }
  const { id, control } = useFieldIds(field)
  return (
    <FieldShell id={id} {...field}>
      <input type="text" {...input} {...control} className={cx(controlClass, 'min-h-11', className)} />
    </FieldShell>
  )
}
