import type { Role } from '@quack/contract'
import { Bookmark, CircleUserRound, Compass, House, type LucideIcon, ShieldCheck } from 'lucide-react'
import { paths } from '../paths.ts'

export interface Destination {
  label: string
  to: string
  icon: LucideIcon
}

/**
 * The navigation's links, in order. The Logout button follows them.
 * @param role adds the link for the staff; a phone has no space for it, and the settings have one too
 */
export function destinations(username: string, role?: Role): Destination[] {
  return [
    { label: 'Home', to: paths.home, icon: House },
    { label: 'Explore', to: paths.explore, icon: Compass },
    { label: 'Bookmark', to: paths.bookmark, icon: Bookmark },
    { label: 'Profile', to: paths.profile(username), icon: CircleUserRound },
    ...(role ? [{ label: 'Moderation', to: paths.moderation, icon: ShieldCheck }] : []),
  ]
}
