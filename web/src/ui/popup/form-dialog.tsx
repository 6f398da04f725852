import { t } from '@lingui/core/macro'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button, type ButtonProps } from '../button/button.tsx'
import { FormError } from '../form/form.tsx'
import type { FormState } from '../form/use-form.ts'
import { Dialog, type DialogState } from './dialog.tsx'

interface FormDialogProps extends DialogState, Pick<ComponentProps<typeof Dialog>, 'title' | 'phone'> {
  /** The label of the button that submits the form. */
  action: string
  variant?: ButtonProps['variant']
  form: FormState
  /** In place of the form, while it cannot be shown. */
  pending?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A small dialog with a form. "Cancel" and the button that submits it stay at the bottom. */
export function FormDialog({ action, variant, form, pending, children, phone = 'sheet', ...dialog }: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      size="small"
      phone={phone}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form={id} variant={variant} loading={form.isBusy}>
            {action}
          </Button>
        </div>
      }
    >
      {pending || (
        <form id={id} noValidate className="flex flex-col gap-4 p-4" {...form.events}>
          {children}
          <FormError text={form.problems.form} />
        </form>
      )}
    </Dialog>
  )
}
