import { lazy, Suspense, useState } from 'react'
import type { LiveMember } from '../../data/members.ts'
import { fullName, isViewer } from '../../data/people.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import { ProfileCounts } from './profile-counts.tsx'
import { ProfileFacts } from './profile-facts.tsx'

const EditProfileDialog = lazy(async () => ({
  default: (await import('./edit-profile-dialog.tsx')).EditProfileDialog,
}))

/** Who a member is. */
export function ProfileHead({ member }: { member: LiveMember }) {
  const [isEditing, setEditing] = useState(false)
  const [isDialogNeeded, setDialogNeeded] = useState(false)
  const isOwn = isViewer(member.username)
  const name = fullName(member)

  return (
    <section aria-label={name} className="flex flex-col gap-3 border-b px-4 pt-4 pb-3">
      <div className="flex items-start justify-between gap-4">
        <Avatar src={member.avatarURL} name={name} size={96} />
        {isOwn ? (
          <Button
            variant="secondary"
            onClick={() => {
              setDialogNeeded(true)
              setEditing(true)
            }}
          >
            Edit Profile
          </Button>
        ) : (
          <FollowButton member={member} size="medium" />
        )}
      </div>
      <div className="min-w-0">
        <h2 className="wrap-anywhere font-bold text-title">{name}</h2>
        <p className="wrap-anywhere text-muted">@{member.username}</p>
      </div>
      {member.bio && <p className="wrap-anywhere whitespace-pre-line">{member.bio}</p>}
      <ProfileFacts website={member.website} createdAt={member.createdAt} />
      <ProfileCounts member={member} />
      {isDialogNeeded && (
        <Suspense>
          <EditProfileDialog
            member={member}
            open={isEditing}
            onOpenChange={setEditing}
            onClosed={() => setDialogNeeded(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
