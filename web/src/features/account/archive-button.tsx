import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchArchive } from '../../data/account/account.ts'
import { reportFailure } from '../../data/api/error-notifications.ts'
import { useSession } from '../../data/api/session.ts'
import { Button } from '../../ui/button/button.tsx'

/** The archive needs the token in a header, which a link cannot send. It is therefore fetched first, then saved. */
export function ArchiveButton() {
  const username = useSession()?.username ?? ''
  const [isBusy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const address = URL.createObjectURL(await fetchArchive())
      const link = document.createElement('a')
      link.href = address
      link.download = `quack-${username}.zip`
      link.click()
      URL.revokeObjectURL(address)
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="secondary" className="self-start" loading={isBusy} onClick={() => void download()}>
      <Download size={18} aria-hidden="true" />
      Download everything
    </Button>
  )
}
