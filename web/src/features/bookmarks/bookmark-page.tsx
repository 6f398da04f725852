import { useBookmarks } from '../../data/post-lists.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PostList } from '../posts/post-list.tsx'

export function BookmarkPage() {
  return (
    <>
      <PageHeader title="Bookmark" />
      <PostList list={useBookmarks()} label="Bookmarked posts" emptyText="You have not added any Bookmarks!" />
    </>
  )
}
