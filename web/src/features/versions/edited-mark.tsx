import { t } from '@lingui/core/macro'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { VersionsOf } from '../../data/posts/versions.ts'

const loadDialog = () => import('./versions-dialog.tsx')

interface EditedMarkProps {
  of: VersionsOf
  label?: string
}

/** Says that a post or comment was edited, and opens what it said before. */
export function EditedMark({
  of,
  label = t({ message: 'Edited', comment: 'Beside the time of a post' }),
}: EditedMarkProps) {
  const dialog = useOnDemand(loadDialog)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={dialog.prepare}
        onClick={dialog.open}
        className="-m-1 shrink-0 rounded-sm p-1 hover:underline"
      >
        {label}
      </button>
      {dialog.shown && <dialog.shown.VersionsDialog of={of} {...dialog.props} />}
    </>
  )
}
