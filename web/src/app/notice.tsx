import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { IconButton } from '../ui/button/icon-button.tsx'

interface NoticeProps {
  icon: LucideIcon
  /** The page that tells more. The notice is not shown there. */
  to: string
  /** The part of that page. */
  anchor?: string
  link: string
  /** Without it, the notice stays until the page was visited. */
  onDismiss?: () => void
  children: ReactNode
}

/** A line above every page, about something that the viewer should look at. */
export function Notice({ icon: Icon, to, anchor, link, onDismiss, children }: NoticeProps) {
  const { pathname } = useLocation()
  if (pathname === to) return null
  return (
    <aside aria-label="Notice" className="flex items-center gap-3 border-b bg-surface px-4 py-3">
      <Icon size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {children}{' '}
        <Link
          to={anchor === undefined ? to : `${to}#${anchor}`}
          className="font-semibold text-accent underline underline-offset-3"
        >
          {link}
        </Link>
      </p>
      {onDismiss && (
        <IconButton label="Dismiss" tooltip={false} onClick={onDismiss} className="-my-2.5 -me-2.5">
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </aside>
  )
}
