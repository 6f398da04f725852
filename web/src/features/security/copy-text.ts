import { t } from '@lingui/core/macro'
import { toast } from '../../ui/toast/toast.ts'

/** Copies a text and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    // Over plain HTTP, or without permission.
    toast.error(t`This browser does not let Quack copy. Please select the text and copy it.`)
  }
}
