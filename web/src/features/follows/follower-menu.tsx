import { Ellipsis } from 'lucide-react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { fullName, usePerson } from '../../data/members/people.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'

interface FollowerMenuProps {
  username: string
  onRemove: () => void
}

/** The menu of one of the viewer's followers. */
export function FollowerMenu({ username, onRemove }: FollowerMenuProps) {
  const person = usePerson(username)
  const popup = useOnDemand(() => import('./follower-menu-popup.tsx'))
  if (!person) return null
  const button = (
    <IconButton label={`Options for ${fullName(person)}`} tooltip={false}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ FollowerMenuPopup }, trigger) => <FollowerMenuPopup trigger={trigger} onRemove={onRemove} />}
    </LazyPopup>
  )
}
