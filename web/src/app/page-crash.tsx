import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { messageOf, NetworkError, OutdatedError } from '../data/api/api-errors.ts'
import { useConnection } from '../data/api/connection.ts'
import { reloadOnce } from '../data/code/release.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { MAIN_ID } from '../ui/focus.ts'

/**
 * The error boundary of a screen that failed to load or render. Reloads the page if there is a newer release, and
 * retries when the network is back.
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
      message={isKnown ? messageOf(error) : 'This page could not be shown. Try to load it again.'}
      onRetry={isNetworkError ? retry : () => window.location.reload()}
      retryLabel={isNetworkError ? 'Retry' : 'Reload'}
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
