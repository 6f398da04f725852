import { useBookmarks } from '../../data/posts/post-lists.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PostList } from '../posts/post-list.tsx'
import { SearchLink } from '../search/search-link.tsx'

export function BookmarkPage() {
  return (
    <>
      <PageHeader title="Bookmark" action={<SearchLink q="in:bookmarks" label="Search in bookmarks" />} />
      <PostList list={useBookmarks()} label="Bookmarked posts" emptyText="You have not added any Bookmarks!" />
    </>
  )
}
