import type { ComponentType } from 'react'
import type { Search } from '../../paths.ts'
import type { PostListProps } from '../posts/post-list.tsx'
import { FoundPeople } from './found-people.tsx'
import { FoundPosts } from './found-posts.tsx'
import { FoundTags } from './found-tags.tsx'

interface SearchResultsProps {
  search: Search
  PostList: ComponentType<PostListProps>
  onArrived: (text: string) => void
  onRefused: (message: string) => void
}

/** The list of the search's tab. Its key has to name the search: each has a list of its own. */
export function SearchResults({ search, PostList, onArrived, onRefused }: SearchResultsProps) {
  switch (search.tab) {
    case 'people':
      return <FoundPeople search={search} onArrived={onArrived} />
    case 'tags':
      return <FoundTags search={search} onArrived={onArrived} />
    default:
      return <FoundPosts search={search} PostList={PostList} onArrived={onArrived} onRefused={onRefused} />
  }
}
