import { Bell, Bookmark, CircleUserRound, Compass, House, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { Profile } from '../data/members/members.ts'
import { requestWords } from '../features/follows/requests-link.tsx'
import { paths } from '../paths.ts'
import { badgeText } from '../ui/badge.tsx'

export interface Destination {
  label: string
  to: string
  icon: LucideIcon
  /** What waits there. */
  badge?: { count: number; of: string }
}

/**
 * The navigation's links, in order. The Logout button follows them.
 * @param viewer `role` adds the link for the staff; a phone has no space for it, and the settings have one too
 * @param unread how many notifications are unread
 */
export function destinations(
  username: string,
  { role, followRequests: count = 0 }: Partial<Pick<Profile, 'role' | 'followRequests'>> = {},
  unread = 0,
): Destination[] {
  return [
    { label: 'Home', to: paths.home, icon: House },
    { label: 'Explore', to: paths.explore, icon: Compass },
    { label: 'Bookmark', to: paths.bookmark, icon: Bookmark },
    {
      label: 'Profile',
      to: paths.profile(username),
      icon: CircleUserRound,
      ...(count > 0 && { badge: { count, of: requestWords(count) } }),
    },
    {
      label: 'Notifications',
      to: paths.notifications,
      icon: Bell,
      ...(unread > 0 && { badge: { count: unread, of: 'unread' } }),
    },
    ...(role ? [{ label: 'Moderation', to: paths.moderation, icon: ShieldCheck }] : []),
  ]
}

/** The accessible name of a link: 'Notifications, 3 unread'. */
export function nameOf({ label, badge }: Destination): string {
  return badge ? `${label}, ${badgeText(badge.count)} ${badge.of}` : label
}
