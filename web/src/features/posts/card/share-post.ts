import { t } from '@lingui/core/macro'
import { paths } from '../../../paths.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Copies the URL of a post's page. */
export async function sharePost(publicId: string): Promise<void> {
  const address = new URL(paths.post(publicId), window.location.origin).href
  try {
    await copy(address)
    toast.success(t`Link successfully copied`)
  } catch (error) {
    console.error(error)
    toast.error(t`The link could not be copied`)
  }
}

/** Uses the Clipboard API or, where that is missing (plain HTTP, old browsers) or refused, a selection in the page. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return
    } catch {
      // Refused. The fallback may still be allowed.
    }
  }
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'fixed top-0 opacity-0'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  if (!isCopied) throw new Error('The browser refused to copy.')
}
