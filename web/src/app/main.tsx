import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { matchPath } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { getSession } from '../data/api/session.ts'
import { queryClient } from '../data/cache/query-client.ts'
import { readKeyListAhead } from '../data/cache/use-key-list.ts'
import { readCommentsAhead } from '../data/comments/comments.ts'
import { feedList } from '../data/feed/feed.ts'
import { readMemberAhead } from '../data/members/members.ts'
import { exploreList, postPageList } from '../data/posts/post-lists.ts'
import { startLocale } from '../locale/locale.ts'
import { paths, patterns } from '../paths.ts'
import { refuseDrops } from './refuse-drops.ts'
import { startRouter } from './router.tsx'
import { startOffline } from './start-offline.ts'
import { startServiceWorker } from './start-service-worker.ts'

// useArrival restores scroll positions itself: the browser would do so before the lists are laid out.
history.scrollRestoration = 'manual'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

startOffline()
refuseDrops()
readAhead(location.pathname)

void start()
startServiceWorker()

/** In tasks of their own, between which the browser may do something else. */
async function start(): Promise<void> {
  await Promise.all([startLocale(), new Promise((resolve) => setTimeout(resolve))])
  const router = startRouter()
  await untilInitialized(router)
  // index.html shows the brand mark until now. A transition keeps the browser responsive to the first tap.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** Resolves when the first screen's code has loaded, or has failed to. */
async function untilInitialized(router: ReturnType<typeof startRouter>): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/**
 * Puts the responses to the reads of start/begin-reads.ts into the query cache. Those that have arrived are part of the
 * first render: no skeleton is shown, and the posts are laid out once.
 */
function readAhead(pathname: string): void {
  const session = getSession()
  if (!globalThis.headStart || !session) return
  const { postId, commentId }: { postId?: string | undefined; commentId?: string | undefined } =
    (matchPath(patterns.branch, pathname) ?? matchPath(patterns.post, pathname))?.params ?? {}
  if (pathname === paths.home) void readKeyListAhead(feedList('latest'))
  else if (pathname === paths.explore) void readKeyListAhead(exploreList)
  else if (postId !== undefined) void readPostAhead(postId, commentId)
  if (pathname !== paths.explore) readMemberAhead(session.username)
}

async function readPostAhead(postId: string, commentId: string | undefined): Promise<void> {
  const [id] = await readKeyListAhead(postPageList(postId))
  if (id !== undefined) readCommentsAhead(id, commentId)
}
