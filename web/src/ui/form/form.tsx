import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
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

/** The error of a whole form. The live region is always rendered, so that its text is announced. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {text && <p className="rounded-lg border border-danger px-3 py-2 text-danger">{text}</p>}
    </div>
  )
}

/** Takes the place of a form that was sent, and its focus, so that screen readers read it. */
export function Outcome({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="text-center outline-none">
      {children}
    </p>
  )
}
