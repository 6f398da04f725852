import { t } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { useQuotes } from '../../data/posts/quotes.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackButton } from './back-button.tsx'
import type { PostListProps } from './post-list.tsx'

/** The page with the posts that quote a post. @param PostList is in another chunk */
export function quotesPage(PostList: ComponentType<PostListProps>): ComponentType {
  return function QuotesPage() {
    const { postId = '' } = useParams()
    return (
      <>
        <PageHeader title={t`Quotes`} leading={<BackButton />} />
        <PostList
          list={useQuotes(postId)}
          label={t`Quotes`}
          emptyText={t`Nobody has quoted this post, as far as you can see.`}
        />
      </>
    )
  }
}
