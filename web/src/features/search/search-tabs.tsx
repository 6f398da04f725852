import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { translate } from '../../locale/messages.ts'
import { paths, type Search, type SearchTab } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'

const TABS: readonly { tab: SearchTab; label: MessageDescriptor }[] = [
  { tab: 'posts', label: msg`Posts` },
  { tab: 'people', label: msg`People` },
  { tab: 'tags', label: msg`Tags` },
]

/** Where the search looks. Links, so that going back leads to the tab before. */
export function SearchTabs({ search }: { search: Search }) {
  return (
    <nav aria-label={t`Results`} className="flex flex-wrap border-b">
      {TABS.map(({ tab, label }) => (
        <Link
          key={tab}
          to={paths.search({ ...search, tab })}
          aria-current={tab === search.tab ? 'page' : undefined}
          className={cx(
            'flex min-h-11 flex-1 items-center justify-center border-b-2 px-1 -outline-offset-2 transition-colors',
            tab === search.tab
              ? 'border-accent font-semibold'
              : 'border-transparent text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {translate(label)}
        </Link>
      ))}
    </nav>
  )
}
