import { t } from '@lingui/core/macro'
import { useBookmarks } from '../../data/posts/post-lists.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PostList } from '../posts/post-list.tsx'
import { SearchLink } from '../search/search-link.tsx'

export function BookmarkPage() {
  return (
    <>
      <PageHeader
        title={t({ message: 'Bookmark', context: 'page' })}
        action={<SearchLink q="in:bookmarks" label={t`Search in bookmarks`} />}
      />
      <PostList list={useBookmarks()} label={t`Bookmarked posts`} emptyText={t`You have not added any Bookmarks!`} />
    </>
  )
}
