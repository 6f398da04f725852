import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../data/api/api-errors.ts'
import { useAbout } from '../../data/installation/meta.ts'
import { paths } from '../../paths.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { MAIN_ID } from '../../ui/focus.ts'
import { PlainBlocks, RichText } from '../../ui/text/rich-text.tsx'
import { ThemeButton } from '../../ui/theme/theme-button.tsx'
import { LocaleButton } from '../locale/locale-button.tsx'

/** The rules of the installation. */
export function RulesPage() {
  const { data, error, refetch } = useAbout()
  return (
    <PublicPage title={t`Rules`}>
      {error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <ol className="flex flex-col gap-5">
          {data.rules.map((rule) => (
            <li key={rule.id} className="flex flex-col gap-1">
              <h2 dir="auto" className="wrap-anywhere font-bold text-large">
                {rule.title}
              </h2>
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

/** What the owners say about the installation. */
export function AboutPage() {
  const { data, error, refetch } = useAbout()
  return (
    <PublicPage title={t`About`}>
      {error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data &&
        (data.about === '' ? (
          <p className="text-muted">{t`The owners have not written anything yet.`}</p>
        ) : (
          <RichText text={data.about} />
        ))}
    </PublicPage>
  )
}

interface PublicPageProps {
  title: string
  children: ReactNode
}

/** The frame of a page that everybody may read. */
function PublicPage({ title, children }: PublicPageProps) {
  return (
    <main id={MAIN_ID} tabIndex={-1} className="mx-auto flex max-w-150 flex-col gap-6 px-4 pt-10 pb-16 outline-none">
      <title>{`${title} · Quack`}</title>
      <div className="absolute end-3 top-3 flex">
        <LocaleButton />
        <ThemeButton />
      </div>
      <Link to={paths.home} className="flex min-h-12 w-fit items-center gap-3 font-extrabold text-title">
        <BrandMark size={32} />
        Quack
      </Link>
      <h1 className="font-extrabold text-hero">{title}</h1>
      {children}
    </main>
  )
}
