import { t } from '@lingui/core/macro'
import { LogOut, Plus } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { useViewer } from '../data/members/members.ts'
import { useUnread } from '../data/notifications/unread.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button/button.tsx'
import { cx } from '../ui/cx.ts'
import { keyed } from '../ui/keys.ts'
import { ThemeButton } from '../ui/theme/theme-button.tsx'
import { destinations } from './navigation.ts'

interface RailProps {
  username: string
  onCompose: () => void
  onLogOut: () => void
}

const itemClass =
  'relative flex min-h-12 w-12 items-center gap-4 rounded-full px-3 text-large transition-colors hover:bg-rail-hover xl:w-fit xl:pe-6'
const wordClass = 'sr-only xl:not-sr-only'
// The wide rail shows the labels. The tooltip is for the narrow one.
const narrowTip = (label: string) => ({
  'data-tooltip': label,
  'data-tooltip-side': 'end',
  'data-tooltip-below': '1280',
})

/** The navigation beside the page. Icons below the brand, without labels below 1280 px; dark in both themes. */
export function Rail({ username, onCompose, onLogOut }: RailProps) {
  return (
    <div className="hidden bg-rail [--accent:var(--rail-active)] text-rail-ink md:flex md:justify-center xl:justify-end">
      {/* Fixed, not sticky: focusing an element in it must not scroll the page. */}
      <div className="fixed top-0 flex h-dvh w-(--rail-width) flex-col items-center gap-1 overflow-y-auto bg-rail px-3 py-3 xl:items-stretch xl:pe-6">
        <header className="mb-2">
          <Link
            to={paths.home}
            className="flex min-h-12 w-fit items-center rounded-2xl px-1.5 font-extrabold tracking-tight hover:bg-rail-hover max-xl:flex-col max-xl:py-1 max-xl:text-small xl:gap-3 xl:rounded-full xl:ps-2 xl:pe-5 xl:text-title"
          >
            <BrandMark size={32} />
            Quack
          </Link>
        </header>
        <nav aria-label={t({ message: 'Main', comment: 'Name of the navigation' })} className="flex flex-col gap-1">
          {destinations(username, useViewer(), useUnread()).map(({ label, to, icon: Icon, badge }) => {
            return (
              <NavLink
                key={to}
                to={to}
                end
                aria-label={badge?.name ?? label}
                {...narrowTip(label)}
                className={({ isActive }) => cx(itemClass, isActive && 'font-bold text-rail-active')}
              >
                <Icon size={24} className="shrink-0" aria-hidden="true" />
                {/* The space separates the words of what is visible, which the accessible name begins with. */}
                <span className={wordClass}>{label}</span>{' '}
                {badge && <Badge count={badge.count} className="absolute start-6.5 top-1.5 ring-2 ring-rail" />}
              </NavLink>
            )
          })}
          <button type="button" onClick={onLogOut} {...narrowTip(t`Logout`)} className={itemClass}>
            <LogOut size={24} className="shrink-0 rtl:rotate-180" aria-hidden="true" />
            <span className={wordClass}>{t`Logout`}</span>
          </button>
        </nav>
        <Button
          onClick={onCompose}
          {...keyed('n')}
          {...narrowTip(t`New Post`)}
          className="mt-4 min-h-12 max-xl:w-12 max-xl:px-0"
        >
          <Plus size={24} className="xl:hidden" aria-hidden="true" />
          <span className={wordClass}>{t`New Post`}</span>
        </Button>
        <ThemeButton tooltipSide="end" tone="rail" className="mt-auto xl:ms-1" />
      </div>
    </div>
  )
}
