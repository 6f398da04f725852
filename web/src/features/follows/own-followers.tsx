import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { removeFollower } from '../../data/follows/follow-requests.ts'
import { fullName, usePerson } from '../../data/members/people.ts'
import { useFollowers } from '../../data/members/people-lists.ts'
import { OptionsButton } from '../../ui/popup/lazy-popup.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { PeopleList } from './people-list.tsx'

interface OwnFollowersProps {
  /** The viewer. */
  username: string
  onOpen: () => void
}

/** The viewer's followers, who can be removed. */
export function OwnFollowers({ username, onOpen }: OwnFollowersProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [leaving, setLeaving] = useState('')
  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))

  async function remove() {
    await removeFollower(leaving)
    toast.success(t`You removed @${leaving}`)
    // The button that had the focus has left with its row.
    frame.current?.focus()
  }

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <PeopleList
        list={useFollowers(username)}
        emptyText={t`No followers`}
        onOpen={onOpen}
        menuOf={(follower) => (
          <FollowerMenu
            username={follower}
            onRemove={() => {
              setLeaving(follower)
              confirm.open()
            }}
          />
        )}
      />
      {confirm.module && (
        <confirm.module.ConfirmDialog
          {...confirm.props}
          title={t`Remove @${leaving}?`}
          text={t`They no longer follow you, and are not told. They can follow you again, or ask to if your account is private.`}
          action={t`Remove`}
          onConfirm={() => succeeds(remove)}
        />
      )}
    </div>
  )
}

interface FollowerMenuProps {
  username: string
  onRemove: () => void
}

/** The menu of one of the viewer's followers. */
function FollowerMenu({ username, onRemove }: FollowerMenuProps) {
  const person = usePerson(username)
  const popup = useOnDemand(() => import('./follower-menu-popup.tsx'))
  if (!person) return null
  return (
    <OptionsButton label={t`Options for ${{ name: fullName(person) }}`} tooltip={false} popup={popup}>
      {({ FollowerMenuPopup }, trigger) => <FollowerMenuPopup trigger={trigger} onRemove={onRemove} />}
    </OptionsButton>
  )
}
