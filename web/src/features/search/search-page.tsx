import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { WhoToFollowLink } from '../follows/who-to-follow-link.tsx'
import type { PostListProps } from '../posts/post-list.tsx'
import { OrderControl } from './order-control.tsx'
import type { SearchFieldProps } from './search-field.tsx'
import { SearchFilters } from './search-filters.tsx'
import { SearchHelp } from './search-help.tsx'
import { problemOf } from './search-problem.ts'
import { SearchResults } from './search-results.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { useSearch } from './use-search.ts'

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
          title="Search"
          pageTitle={q === '' ? 'Search' : `${q} · Search`}
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
        <h2 className="sr-only">Results</h2>
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
