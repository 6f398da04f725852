import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { messageOf, NetworkError, OutdatedError } from '../data/api/api-errors.ts'
import { useConnection } from '../data/api/connection.ts'
import { reloadOnce } from '../data/code/load-code.ts'
import { paths } from '../paths.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { buttonClass } from '../ui/button/button-class.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { MAIN_ID } from '../ui/focus.ts'

/**
 * The error boundary of a screen that failed to load or render. Reloads the page if the code could not be loaded and
 * there is a newer release, and retries when the network is back.
 */
export function PageCrash() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  const isNetworkError = error instanceof NetworkError
  const retry = () => void navigate(location, { replace: true })

  useEffect(() => {
    console.error(error)
    if (error instanceof OutdatedError) reloadOnce()
  }, [error])

  const connection = useConnection()
  const before = useRef(connection)
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (isNetworkError && before.current !== 'online' && connection === 'online') retryNow()
    before.current = connection
  }, [isNetworkError, connection])

  const isKnown = isNetworkError || error instanceof OutdatedError
  return (
    <ErrorState
      message={isKnown ? messageOf(error) : t`This page could not be shown. Try to load it again.`}
      onRetry={isNetworkError ? retry : () => window.location.reload()}
      retryLabel={isNetworkError ? t`Retry` : t`Reload`}
    />
  )
}

/** The same without a shell around it. */
export function WholePageCrash() {
  return (
    <main id={MAIN_ID} tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
      <title>Quack</title>
      <PageCrash />
    </main>
  )
}

export function NotFoundPage() {
  return (
    <main
      id={MAIN_ID}
      tabIndex={-1}
      className="flex min-h-dvh flex-col items-center justify-center gap-4 px-6 text-center outline-none"
    >
      <title>{`${t`Page not found`} · Quack`}</title>
      <BrandMark size={88} className="-rotate-12 opacity-90" />
      <h1 className="font-extrabold text-hero">{t`Error 404`}</h1>
      <p className="text-large text-muted">{t`The page you are searching for does not exist`}</p>
      <Link to={paths.home} className={buttonClass({}, 'mt-2')}>
        {t`Back to Home`}
      </Link>
    </main>
  )
}
