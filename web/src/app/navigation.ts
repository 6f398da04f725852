import { Bookmark, CircleUserRound, Compass, House, type LucideIcon } from 'lucide-react'
import { paths } from '../paths.ts'

export interface Destination {
  label: string
  to: string
  icon: LucideIcon
}

/** The navigation's links, in order. The Logout button follows them. */
export function destinations(username: string): Destination[] {
  return [
    { label: 'Home', to: paths.home, icon: House },
    { label: 'Explore', to: paths.explore, icon: Compass },
    { label: 'Bookmark', to: paths.bookmark, icon: Bookmark },
    { label: 'Profile', to: paths.profile(username), icon: CircleUserRound },
  ]
}
