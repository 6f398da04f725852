import { messageOf } from '../../data/api/api-errors.ts'
import { useAbout } from '../../data/installation/meta.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import { PublicPage } from './public-page.tsx'

/** The rules of the installation. */
export function RulesPage() {
  const { data, error, refetch } = useAbout()
  return (
    <PublicPage title="Rules">
      {error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <ol className="flex flex-col gap-5">
          {data.rules.map((rule) => (
            <li key={rule.id} className="flex flex-col gap-1">
              <h2 className="wrap-anywhere font-bold text-large">{rule.title}</h2>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line text-muted">
                <PlainBlocks text={rule.text} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </PublicPage>
  )
}
