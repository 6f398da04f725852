import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { FormError } from './form-error.tsx'
import type { FormState } from './use-form.ts'

interface FormProps extends Omit<ComponentProps<'form'>, 'action'> {
  form: FormState
  /** The label of the button that submits it. */
  action: string
  /** Whether the button is as wide as the form. */
  isWide?: boolean
  /** After the button. */
  more?: ReactNode
}

/** Fields, the error of the whole form, and the button that submits it. */
export function Form({ form, action, isWide = false, more, className, children, ...rest }: FormProps) {
  return (
    <form noValidate className={cx('flex flex-col gap-4', className)} {...form.events} {...rest}>
      {children}
      <FormError text={form.problems.form} />
      <Button type="submit" block={isWide} className={isWide ? 'min-h-11' : 'self-start'} loading={form.isBusy}>
        {action}
      </Button>
      {more}
    </form>
  )
}
