import { t } from '@lingui/core/macro'
import { isTag, tagKey } from '@quack/contract/rules/references'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { messageOf, refusalText } from '../../data/api/api-errors.ts'
import { retryTag, useTag, useTagPosts } from '../../data/tags/tags.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackButton } from '../posts/back-button.tsx'
import type { PostListProps } from '../posts/post-list.tsx'
import { TagHead, TagHeadSkeleton } from './tag-head.tsx'

/** The page with the posts of a hashtag. @param PostList is in another chunk */
export function tagPage(PostList: ComponentType<PostListProps>): ComponentType {
  return function TagPage() {
    const { tag = '' } = useParams()
    // The key gives each tag a page of its own.
    return <TagScreen key={tagKey(tag)} text={tag} PostList={PostList} />
  }
}

function TagScreen({ text, PostList }: { text: string; PostList: ComponentType<PostListProps> }) {
  const isReal = isTag(text)
  const { data: tag, error } = useTag(text, isReal)
  const posts = useTagPosts(text, isReal)
  const name = `#${tag?.name ?? text}`
  const problem = isReal ? error && !tag && messageOf(error) : refusalText('tagInvalid')
  return (
    <>
      <PageHeader title={t({ message: 'Tag', context: 'hashtag' })} pageTitle={name} leading={<BackButton />} />
      {problem && <ErrorState message={problem} onRetry={isReal ? () => retryTag(text) : undefined} />}
      {!problem && (
        <>
          {tag ? <TagHead tag={tag} /> : <TagHeadSkeleton />}
          <PostList
            // They are fetched together with the tag, and shown once the head has its size.
            list={tag ? posts : { ...posts, keys: undefined, error: null }}
            label={t`Posts with ${name}`}
            emptyText={
              tag?.viewer?.mutedWord === undefined
                ? t`There are no posts with ${name} yet.`
                : t`Posts with ${name} are hidden while it is muted.`
            }
          />
        </>
      )}
    </>
  )
}
