import { plural, t } from '@lingui/core/macro'
import { Bell, Bookmark, CircleUserRound, Compass, House, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { Profile } from '../data/members/members.ts'
import { paths } from '../paths.ts'
import { badgeText } from '../ui/badge.tsx'

export interface Destination {
  label: string
  to: string
  icon: LucideIcon
  /** What waits there. `name` is the accessible name of the link then, which begins with the label. */
  badge?: { count: number; name: string }
}

/**
 * The navigation's links, in order. In the rail, the Logout button follows them.
 * @param viewer `role` adds the link for the staff; a phone has no space for it, and the settings have one too
 * @param unread how many notifications are unread
 */
export function destinations(
  username: string,
  { role, followRequests: count = 0 }: Partial<Pick<Profile, 'role' | 'followRequests'>> = {},
  unread = 0,
): Destination[] {
  return [
    { label: t`Home`, to: paths.home, icon: House },
    { label: t`Explore`, to: paths.explore, icon: Compass },
    { label: t({ message: 'Bookmark', context: 'page' }), to: paths.bookmark, icon: Bookmark },
    {
      label: t`Profile`,
      to: paths.profile(username),
      icon: CircleUserRound,
      ...(count > 0 && { badge: { count, name: sayRequests(count, badgeText(count)) } }),
    },
    {
      label: t`Notifications`,
      to: paths.notifications,
      icon: Bell,
      ...(unread > 0 && { badge: { count: unread, name: sayUnread(unread, badgeText(unread)) } }),
    },
    ...(role ? [{ label: t`Moderation`, to: paths.moderation, icon: ShieldCheck }] : []),
  ]
}

function sayRequests(count: number, number: string): string {
  return plural(count, { one: `Profile, ${number} follow request`, other: `Profile, ${number} follow requests` })
}

function sayUnread(count: number, number: string): string {
  return plural(count, { one: `Notifications, ${number} unread`, other: `Notifications, ${number} unread` })
}
