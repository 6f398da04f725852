import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'

/** A screen that could not be loaded or shown. Loading the page again also brings the parts of a newer release. */
export function PageCrash() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        message="This page could not be shown. Try to load it again."
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}
