import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

interface NoticeProps {
  icon: LucideIcon
  /** The page that tells more. The notice is not shown there. */
  to: string
  /** The part of that page. */
  anchor?: string
  link: string
  children: ReactNode
}

/** A line above every page, about something that the viewer should look at. */
export function Notice({ icon: Icon, to, anchor, link, children }: NoticeProps) {
  const { pathname } = useLocation()
  if (pathname === to) return null
  return (
    <aside aria-label="Notice" className="flex items-center gap-3 border-b bg-surface px-4 py-3">
      <Icon size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <p>
        {children}{' '}
        <Link
          to={anchor === undefined ? to : `${to}#${anchor}`}
          className="font-semibold text-accent underline underline-offset-3"
        >
          {link}
        </Link>
      </p>
    </aside>
  )
}
