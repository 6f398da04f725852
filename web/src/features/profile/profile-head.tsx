import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Lock, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { useCode, useOnDemand } from '../../data/code/use-on-demand.ts'
import { type Closure, closureOf, type LiveMember } from '../../data/members/members.ts'
import { fullName, isViewer } from '../../data/members/people.ts'
import { translate } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { iconClass } from '../../ui/button/icon-button.tsx'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import { RequestsLink } from '../follows/requests-link.tsx'
import type { MutedLineProps } from '../safety/muted-line.tsx'
import { SafetyMenu } from '../safety/safety-menu.tsx'
import { useLogOut } from '../sign-in/use-log-out.ts'
import { ProfileCounts } from './profile-counts.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { ProfileHeader } from './profile-header.tsx'

/** The top of a profile: what is above the posts. */
export function ProfileHead({ member }: { member: LiveMember }) {
  const edit = useOnDemand(() => import('./edit-profile-dialog.tsx'))
  const logOut = useLogOut()
  const isOwn = isViewer(member.username)
  const name = fullName(member)
  const closure = closureOf(member)
  const { pronouns, headerURL, fields } = member.profile ?? {}

  return (
    <section aria-label={name} className="flex flex-col gap-3 border-b px-4 pt-4 pb-3">
      {headerURL && (
        <div className="-mx-4 -mt-4 mb-1">
          <ProfileHeader url={headerURL} />
        </div>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-3">
        <Avatar src={member.avatarURL} name={name} size={96} />
        {isOwn ? (
          <div className="flex flex-wrap items-center gap-1 md:gap-2">
            {/* The navigation of a phone has no space for it. */}
            <Button variant="ghost" size="small" onClick={logOut} className="min-h-10 max-md:px-2 md:hidden">
              {t`Logout`}
            </Button>
            <Link
              to={paths.settings}
              aria-label={t`Settings`}
              data-tooltip={t`Settings`}
              className={iconClass('plain')}
            >
              <Settings size={20} aria-hidden="true" />
            </Link>
            <Button
              variant="secondary"
              onPointerEnter={edit.prepare}
              onClick={edit.open}
              className="max-md:px-4 max-md:text-meta"
            >
              {t`Edit Profile`}
            </Button>
          </div>
        ) : (
          <div className="flex items-center gap-2">
            <SafetyMenu kind="member" id={member._id} username={member.username} />
            <FollowButton member={member} size="medium" />
          </div>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="wrap-anywhere font-bold text-title">
          <bdi>{name}</bdi>
          {closure && <LockMark closure={closure} />}
          {member.bot && <BotMark />}
          {pronouns && <Pronouns text={pronouns} />}
        </h2>
        <p className="wrap-anywhere text-muted">
          <bdi>@{member.username}</bdi>
        </p>
      </div>
      {member.viewer?.muted && <MutedNote username={member.username} until={member.viewer.mutedUntil} />}
      {member.bio && <PlainText text={member.bio} />}
      <ProfileFacts website={member.website} createdAt={member.createdAt} />
      {fields && <ProfileFields fields={fields} />}
      <ProfileCounts member={member} />
      {isOwn && member.followRequests && <RequestsLink count={member.followRequests} />}
      {edit.shown && <edit.shown.EditProfileDialog member={member} {...edit.props} />}
    </section>
  )
}

const LABELS: Readonly<Record<Closure, MessageDescriptor>> = {
  private: msg`Private account`,
  limited: msg({ message: 'Limited to followers', comment: 'The posts of a member.' }),
}

/** The lock beside the name of a member whose posts are for followers. */
function LockMark({ closure }: { closure: Closure }) {
  const label = translate(LABELS[closure])
  return (
    <span className="whitespace-nowrap align-[-0.1em]" data-tooltip={label}>
      {'\u00a0'}
      <Lock size={17} strokeWidth={2.5} role="img" aria-label={label} className="inline align-baseline text-muted" />
    </span>
  )
}

/** The word beside the name of a member for whom a program posts. */
function BotMark() {
  return (
    <span className="whitespace-nowrap">
      {'\u00a0'}
      <span className="inline-block rounded border border-edge px-1.5 align-[0.15em] font-normal text-meta text-muted">
        {t({ message: 'Bot', comment: 'Beside the name of a member for whom a program posts.' })}
      </span>
    </span>
  )
}

function Pronouns({ text }: { text: string }) {
  return (
    <>
      {' '}
      <bdi className="font-normal text-body text-muted">{text}</bdi>
    </>
  )
}

/** The line on the profile of a muted member. Its code is loaded when there is one. */
function MutedNote(props: MutedLineProps) {
  const code = useCode(() => import('../safety/muted-line.tsx'))
  return code && <code.MutedLine {...props} />
}
