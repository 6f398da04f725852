import { t } from '@lingui/core/macro'
import { Link, useNavigate, useParams } from 'react-router'
import { messageOf, refusalText } from '../../data/api/api-errors.ts'
import { usePostPage } from '../../data/posts/post-lists.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { BackButton } from './back-button.tsx'
import { PostCard } from './card/post-card.tsx'
import { PostSkeletons } from './post-list.tsx'

/** One post with its comments. */
export function PostPage() {
  const { postId = '' } = useParams()
  const navigate = useNavigate()
  const list = usePostPage(postId)
  const [id] = list.keys ?? []

  return (
    <>
      <PageHeader title={t({ message: 'Post', context: 'noun' })} leading={<BackButton />} />
      <SavedAge savedAt={list.savedAt} onRefresh={list.retry} />
      {list.error && <ErrorState message={messageOf(list.error)} onRetry={list.retry} />}
      {!list.keys && !list.error && <PostSkeletons count={1} />}
      {list.keys?.length === 0 && (
        <EmptyState
          text={refusalText('postUnknown')}
          action={
            <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
              {t`Back to Home`}
            </Link>
          }
        />
      )}
      {id !== undefined && (
        <PostCard key={id} id={id} isAlone onDeleted={() => void navigate(paths.home, { replace: true })} />
      )}
    </>
  )
}
