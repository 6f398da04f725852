import type { ComponentType } from 'react'
import { PageHeader } from '../../ui/page-header.tsx'
import type { PostListProps } from '../posts/post-list.tsx'
import { FoundPeople } from './found-people.tsx'
import { FoundPosts } from './found-posts.tsx'
import { FoundTags } from './found-tags.tsx'
import type { SearchFieldProps } from './search-field.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { useSearch } from './use-search.ts'

/** The page with the results of a search. @param PostList is in another chunk, and so is SearchField */
export function searchPage(
  PostList: ComponentType<PostListProps>,
  SearchField: ComponentType<SearchFieldProps>,
): ComponentType {
  return function SearchPage() {
    const [search, open] = useSearch()
    const { q, tab, order } = search
    return (
      <>
        <PageHeader title="Search" pageTitle={q === '' ? 'Search' : `${q} · Search`} />
        <search className="block border-b p-4">
          <SearchField q={q} onSearch={(next) => open({ q: next })} />
        </search>
        <SearchTabs search={search} />
        {q !== '' && tab === 'posts' && <FoundPosts key={`${order} ${q}`} search={search} PostList={PostList} />}
        {q !== '' && tab === 'people' && <FoundPeople key={q} q={q} />}
        {q !== '' && tab === 'tags' && <FoundTags key={q} q={q} />}
      </>
    )
  }
}
