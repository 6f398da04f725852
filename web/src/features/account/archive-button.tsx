import { Download } from 'lucide-react'
import { fetchArchive } from '../../data/account/account.ts'
import { useSession } from '../../data/api/session.ts'
import { useAction } from '../../data/api/use-action.ts'
import { Button } from '../../ui/button/button.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** The archive needs the token in a header, which a link cannot send. It is therefore fetched first, then saved. */
export function ArchiveButton() {
  const username = useSession()?.username ?? ''
  const [isBusy, run] = useAction()

  async function download() {
    saveFile(await fetchArchive(), `quack-${username}.zip`)
  }

  return (
    <Button variant="secondary" className="self-start" loading={isBusy} onClick={() => void run(download)}>
      <Download size={18} aria-hidden="true" />
      Download everything
    </Button>
  )
}
