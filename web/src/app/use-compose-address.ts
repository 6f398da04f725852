import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { reportFailure } from '../data/api/error-notifications.ts'
import { onSignOut } from '../data/api/session.ts'
import { loadCode } from '../data/code/load-code.ts'
import { SHARED_CACHE } from '../data/code/service-worker.ts'
import { onQuoteWanted } from '../data/drafts/drafts.ts'
import type { Quoted } from '../data/offline/quoted.ts'
import { paths } from '../paths.ts'

// Whoever signs in next gets nothing of what was shared before. Without TLS there are no caches.
onSignOut(() => void globalThis.caches?.delete(SHARED_CACHE).catch(() => undefined))

/**
 * Opens the composer at `/?compose=new`, a shortcut of the installed app, and at `/?compose=shared`, where the service
 * worker and the server redirect what was shared with it. The address is then that of Home: a reload opens nothing. And
 * when a post is to be quoted.
 */
export function useComposeAddress(open: () => void): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wanted = pathname === paths.home ? new URLSearchParams(search).get('compose') : null
  const openNow = useEffectEvent(open)
  useEffect(() => onQuoteWanted((quote) => void begin(quote).then(openNow, reportFailure)), [])
  useEffect(() => {
    if (wanted === null) return
    void navigate(paths.home, { replace: true })
    if (wanted === 'shared') void fill().then(openNow, openNow)
    else openNow()
  }, [wanted, navigate])
}

async function begin(quote: Quoted): Promise<void> {
  const { beginQuote } = await loadCode(() => import('../features/posts/composer/compose-dialog.tsx'))
  beginQuote(quote)
}

async function fill(): Promise<void> {
  const { fillFromShared } = await import('../features/posts/composer/compose-dialog.tsx')
  await fillFromShared()
}
