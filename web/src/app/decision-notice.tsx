import { Gavel } from 'lucide-react'
import { useViewer } from '../data/members/members.ts'
import { paths } from '../paths.ts'
import { Notice } from './notice.tsx'

/** Says that a moderator has decided something about the viewer, until the viewer has read it in the settings. */
export function DecisionNotice() {
  const count = useViewer()?.unreadDecisions ?? 0
  if (count === 0) return null
  return (
    <Notice icon={Gavel} to={paths.settings} link="Read it">
      A moderator has decided something about you.
    </Notice>
  )
}
