import { t } from '@lingui/core/macro'
import type { SearchOrder } from '@quack/contract/calls/search'
import { ChevronRight, UserRoundPlus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { paths, type Search } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { LazyPopup, SelectButton } from '../../ui/popup/lazy-popup.tsx'
import { HAS_ASIDE, useMediaQuery } from '../../ui/use-viewport.ts'
import type { PostListProps } from '../posts/post-list.tsx'
import { FoundPeople, FoundTags } from './found-people-and-tags.tsx'
import { FoundPosts } from './found-posts.tsx'
import type { SearchFieldProps } from './search-field.tsx'
import { SearchFilters } from './search-filters.tsx'
import { SearchHelp } from './search-help.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { problemOf, readSearch } from './search-text.ts'

/** What the results of the search at an address have told. */
interface Told {
  readonly address: string
  readonly text: string
  /** Why the server has refused the search. */
  readonly refusal: string | null
}

const NOTHING_TOLD = { text: '', refusal: null }

/** The page with the results of a search. @param PostList is in another chunk, and so is SearchField */
export function searchPage(
  PostList: ComponentType<PostListProps>,
  SearchField: ComponentType<SearchFieldProps>,
): ComponentType {
  return function SearchPage() {
    const [search, open] = useSearch()
    const { key } = useLocation()
    const { q, tab, order } = search
    const [text, setText] = useState(q)
    const [told, setTold] = useState<Told | null>(null)
    const address = paths.search(search)
    const { refusal, text: news } = told?.address === address ? told : NOTHING_TOLD
    const problem = q === '' ? null : problemOf(search)
    const isSearched = text.trim() === q
    const isPosts = tab === 'posts'
    return (
      <>
        <PageHeader
          title={t`Search`}
          pageTitle={q === '' ? t`Search` : `${q} · ${t`Search`}`}
          action={isPosts && q !== '' && <OrderControl order={order} onChange={(next) => open({ order: next })} />}
        />
        <search className="block px-4 py-3">
          <SearchField q={q} searchId={key} onText={setText} onSearch={(next) => open({ q: next })} />
          {isPosts && (
            <SearchFilters
              text={text}
              isSearched={isSearched}
              isFromUnknown={refusal !== null}
              onChange={(next) => open({ q: next })}
            />
          )}
          {/* Always rendered, so that a problem is announced. */}
          <p role="alert" className="mt-3 text-danger text-meta empty:mt-0">
            {isSearched && (problem ?? refusal)}
          </p>
        </search>
        <SearchTabs search={search} />
        {(q === '' || tab === 'people') && <WhoToFollowLink />}
        <h2 className="sr-only">{t`Results`}</h2>
        <p role="status" className="sr-only">
          {news}
        </p>
        {q === '' || problem ? (
          <div className="p-4">
            <SearchHelp />
          </div>
        ) : (
          <SearchResults
            key={address}
            search={search}
            PostList={PostList}
            onArrived={(arrived) => setTold({ address, text: arrived, refusal: null })}
            onRefused={(message) => setTold({ address, text: '', refusal: message })}
          />
        )}
      </>
    )
  }
}

const listOrders = (): { value: SearchOrder; label: string; hint?: string }[] => [
  { value: 'newest', label: t`Newest first` },
  {
    value: 'best',
    label: t`Best match`,
    hint: t({ message: 'Among the newest 300', comment: 'Posts that are found' }),
  },
]

/** A button with the order of the found posts, and a menu of the others. */
function OrderControl({ order, onChange }: { order: SearchOrder; onChange: (order: SearchOrder) => void }) {
  const popup = useOnDemand(() => import('../../ui/popup/select-menu.tsx'))
  const options = listOrders()
  const label = t({ message: 'Order', comment: 'Of the posts that are found' })
  const button = <SelectButton label={label}>{options.find(({ value }) => value === order)?.label}</SelectButton>
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ SelectMenu }, trigger) => (
        <SelectMenu trigger={trigger} label={label} value={order} options={options} onChange={onChange} />
      )}
    </LazyPopup>
  )
}

/** The search of the address, and a function that opens another one, which going back undoes. */
function useSearch(): [Search, (change: Partial<Search>) => void] {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const search = readSearch(query)
  return [search, (change) => void navigate(paths.search({ ...search, ...change }))]
}

interface SearchResultsProps {
  search: Search
  PostList: ComponentType<PostListProps>
  onArrived: (text: string) => void
  onRefused: (message: string) => void
}

/** The list of the search's tab. Its key has to name the search: each has a list of its own. */
function SearchResults({ search, PostList, onArrived, onRefused }: SearchResultsProps) {
  switch (search.tab) {
    case 'people':
      return <FoundPeople search={search} onArrived={onArrived} />
    case 'tags':
      return <FoundTags search={search} onArrived={onArrived} />
    default:
      return <FoundPosts search={search} PostList={PostList} onArrived={onArrived} onRefused={onRefused} />
  }
}

/** Leads to the suggestions, where there is no aside to have them. */
function WhoToFollowLink() {
  const hasAside = useMediaQuery(HAS_ASIDE)
  if (hasAside) return null
  return (
    <Link
      to={paths.whoToFollow}
      className="flex min-h-12 items-center gap-3 border-b px-4 font-semibold -outline-offset-2 transition-colors hover:bg-hover"
    >
      <UserRoundPlus size={20} aria-hidden="true" className="text-muted" />
      <span className="flex-1">{t`Who to follow`}</span>
      <ChevronRight size={18} aria-hidden="true" className="text-muted rtl:rotate-180" />
    </Link>
  )
}
