import { messageOf } from '../../data/api/api-errors.ts'
import { useAbout } from '../../data/installation/meta.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { PublicPage } from './public-page.tsx'

/** What the owners say about the installation. */
export function AboutPage() {
  const { data, error, refetch } = useAbout()
  return (
    <PublicPage title="About">
      {error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data &&
        (data.about === '' ? (
          <p className="text-muted">The owners have not written anything yet.</p>
        ) : (
          <RichText text={data.about} />
        ))}
    </PublicPage>
  )
}
