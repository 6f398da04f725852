import { t } from '@lingui/core/macro'
import { Plus } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { useViewer } from '../data/members/members.ts'
import { useUnread } from '../data/notifications/unread.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Wordmark } from '../ui/brand-mark.tsx'
import { cx } from '../ui/cx.ts'
import { keyed } from '../ui/keys.ts'
import { ThemeButton } from '../ui/theme/theme-button.tsx'
import { destinations } from './navigation.ts'
import { useScrolledDown } from './use-scrolled-down.ts'

/** The bar above the page on a phone. */
export function TopBar() {
  return (
    <header
      data-bar="top"
      className="sticky top-0 z-(--layer-bar) [--accent:var(--rail-active)] flex h-(--top-bar) items-center justify-between bg-rail px-3 pt-[env(safe-area-inset-top)] text-rail-ink md:hidden"
    >
      <Link to={paths.home} className="flex min-h-12 items-center">
        <Wordmark />
      </Link>
      <ThemeButton tone="rail" />
    </header>
  )
}

interface BottomBarProps {
  username: string
  onCompose: () => void
}

const itemClass = 'relative grid flex-1 place-items-center -outline-offset-4'

/**
 * The bar below the page on a phone: five icons, with the New Post button above the last, which gives way to what is
 * read while scrolling down. Logout is on the viewer's profile.
 */
export function BottomBar({ username, onCompose }: BottomBarProps) {
  const followRequests = useViewer()?.followRequests
  const isScrolledDown = useScrolledDown()
  return (
    <div className="fixed inset-x-0 bottom-0 z-(--layer-bar) md:hidden">
      <button
        type="button"
        aria-label={t`New Post`}
        {...keyed('n')}
        onClick={onCompose}
        className={cx(
          'absolute end-4 bottom-full mb-4 grid size-14 place-items-center rounded-full bg-accent-solid text-on-solid shadow-float transition-[opacity,translate] duration-150',
          isScrolledDown &&
            'not-focus-visible:pointer-events-none not-focus-visible:translate-y-4 not-focus-visible:opacity-0',
        )}
      >
        <Plus size={26} aria-hidden="true" />
      </button>
      <nav
        aria-label={t({ message: 'Main', comment: 'Name of the navigation' })}
        className="flex h-(--bottom-bar) border-rail-line border-t bg-rail [--accent:var(--rail-active)] pb-[env(safe-area-inset-bottom)] text-rail-ink"
      >
        {destinations(username, { followRequests }, useUnread()).map(({ label, to, icon: Icon, badge }) => {
          return (
            <NavLink
              key={to}
              to={to}
              end
              aria-label={badge?.name ?? label}
              className={({ isActive }) => cx(itemClass, isActive && 'text-rail-active')}
            >
              <Icon size={24} aria-hidden="true" />
              {badge && <Badge count={badge.count} className="absolute start-1/2 top-1.5 ms-1 ring-2 ring-rail" />}
            </NavLink>
          )
        })}
      </nav>
    </div>
  )
}
