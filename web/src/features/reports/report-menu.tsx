import { Ellipsis } from 'lucide-react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useIsModerated } from '../../data/meta.ts'
import type { TargetKind } from '../../data/reports.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'

interface ReportMenuProps {
  kind: TargetKind
  id: string
}

const LABELS = { member: 'Profile options', post: 'Post options', comment: 'Comment options' } as const

/** The menu of what somebody else wrote. Nothing, if nobody moderates this installation. */
export function ReportMenu({ kind, id }: ReportMenuProps) {
  const isModerated = useIsModerated()
  const menu = useOnDemand(() => import('./report-menu-popup.tsx'))
  const dialog = useOnDemand(() => import('./report-dialog.tsx'))
  if (!isModerated) return null
  const button = (
    <IconButton label={LABELS[kind]}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      <LazyPopup popup={menu} kind="menu" trigger={button}>
        {({ ReportMenuPopup }, trigger) => <ReportMenuPopup trigger={trigger} kind={kind} onReport={dialog.open} />}
      </LazyPopup>
      {dialog.shown && (
        <dialog.shown.ReportDialog
          kind={kind}
          id={id}
          open={dialog.isOpen}
          onOpenChange={dialog.setOpen}
          onClosed={dialog.forget}
        />
      )}
    </>
  )
}
