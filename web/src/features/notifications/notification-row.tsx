import { t } from '@lingui/core/macro'
import type { MemberSummary, Notification } from '@quack/contract'
import {
  notificationExcerpt,
  notificationPath,
  notificationSentence,
  type Say,
} from '@quack/contract/calls/notification-text'
import { Link } from 'react-router'
import { fullName } from '../../data/members/people.ts'
import { translate } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { keyed } from '../../ui/keys.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PlainLine } from '../../ui/text/rich-text.tsx'
import { KINDS } from './kinds.ts'

const say: Say = (message, values) => translate(message, values)

interface NotificationRowProps {
  notification: Notification
  isUnread: boolean
}

/** One notification. The whole row opens what it is about, except for the faces. */
export function NotificationRow({ notification, isUnread }: NotificationRowProps) {
  const { kind, people, at } = notification
  const { icon: Icon, color, isSolid } = KINDS[kind]
  const excerpt = notificationExcerpt(notification, say)
  return (
    <li
      data-entry
      className="relative flex gap-3 border-b px-4 -outline-offset-2 py-3 transition-colors hover:bg-hover"
    >
      {isUnread && <span className="absolute inset-y-0 start-0 w-1 bg-accent" aria-hidden="true" />}
      <Icon
        size={22}
        fill={isSolid ? 'currentColor' : 'none'}
        className={`mt-1.25 shrink-0 ${color}`}
        aria-hidden="true"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        {people.length > 0 && (
          // Above the link of the row.
          <div className="relative z-1 w-fit">
            <Faces people={people} />
          </div>
        )}
        <div>
          <Link
            to={pathOf(notification)}
            {...keyed('o')}
            className="wrap-anywhere -outline-offset-2 after:absolute after:inset-0"
          >
            {isUnread && <span className="sr-only">{t`Unread:`} </span>}
            {notificationSentence(notification, say).map(({ text, isName }, place) =>
              isName ? (
                <bdi key={place} className="font-semibold">
                  {text}
                </bdi>
              ) : (
                text
              ),
            )}
          </Link>
          <span className="text-meta text-muted">
            {/* Where the line breaks, the dot stays at its end. */}
            {'\u00a0· '}
            <span className="whitespace-nowrap">
              <RelativeTime time={at} />
            </span>
          </span>
        </div>
        {excerpt !== '' && (
          <p dir="auto" className="truncate text-muted">
            <PlainLine text={excerpt} />
          </p>
        )}
      </div>
    </li>
  )
}

/** Of several new followers, it opens the profile of the latest. The faces lead to the others. */
function pathOf(notification: Notification): string {
  const path = notificationPath(notification)
  const [latest] = notification.people
  return path === paths.notifications && latest ? paths.profile(latest.username) : path
}

/** Overlapping pictures of members, which lead to their profiles. */
function Faces({ people }: { people: readonly MemberSummary[] }) {
  return (
    <ul className="isolate flex flex-wrap ps-1">
      {people.map((person) => (
        <li key={person._id} className="-ms-1 hover:z-1 focus-within:z-1">
          <Link
            to={paths.profile(person.username)}
            aria-label={fullName(person)}
            data-tooltip={fullName(person)}
            className="relative block rounded-full ring-2 ring-ground"
          >
            <Avatar src={person.avatarURL} name={fullName(person)} size={32} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
