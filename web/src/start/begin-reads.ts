import {
  FIRST_SCREEN_POSTS,
  PICTURE_SIZES,
  pictureSource,
  REDUCED_MOTION,
  TILE_SIZES,
} from '@quack/contract/rules/pictures'
import { type RawAnswer, readRawAnswer } from '../data/api/http.ts'
import { memberKey } from '../data/api/member-key.ts'
import { notePositionSent, takeUnsentPosition } from '../data/api/position-storage.ts'

const TIMEOUT_MS = 30_000

interface Answer {
  post?: { _id?: string }
  posts?: Post[]
}

/** Requests what Home, Explore or a post's page shows first, before the client has loaded. data/api/api.ts takes it. */
export function beginReads(): void {
  const token = localStorage.getItem('token')
  const username = localStorage.getItem('username')
  // A shortcut to the composer opens Home, too.
  if (!token || !username || !/^(\?compose=\w+)?$/.test(location.search)) return
  const [list, ...others] = addressesOf(location.pathname, `/api/users/${encodeURIComponent(username)}?embed=0`)
  if (!list) return

  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const position = location.pathname === '/' && takeUnsentPosition(memberKey({ token, username }), 'latest')
  const sent =
    position &&
    send('/api/feed/position', headers, { ...position.body, age: position.age }).catch(() =>
      notePositionSent(position, 'latest', false),
    )
  const answers = new Map<string, Promise<RawAnswer>>()
  function begin(address: string): Promise<RawAnswer> {
    const answer = sent && address === list ? sent.then(() => read(address, headers)) : read(address, headers)
    answers.set(address, answer)
    // Prevents an unhandled rejection. Whoever takes the response handles the failure.
    answer.catch(() => undefined)
    return answer
  }
  /** Begins the reads that depend on the first response. */
  function beginDependentReads({ status, text }: RawAnswer): void {
    if (status !== 200) return
    const { post, posts = [] } = JSON.parse(text) as Answer
    preloadPicture(posts)
    if (post?._id && !others.some(isBranch)) begin(`/api/comments/${post._id}?limit=20&embed=0&as=tree`)
  }
  begin(list)
    .then(beginDependentReads)
    .catch(() => undefined)
  others.forEach(begin)
  globalThis.headStart = { token, answers }
}

/** What this page requests, the posts first. The viewer is needed for the avatar beside the composer. */
function addressesOf(pathname: string, viewer: string): string[] {
  const [, page, id, part, comment] = pathname.split('/')
  switch (page) {
    case '':
      return ['/api/feed/resume?limit=20&embed=0&sort=latest&from=setting', viewer]
    case 'explore':
      return ['/api/explore?limit=20&embed=0']
    case 'post-detail':
      if (part === 'quotes') return []
      return [
        `/api/posts/${id}?embed=0`,
        viewer,
        ...(comment ? [`/api/comments/branch/${comment}?limit=20&embed=0`] : []),
      ]
    default:
      return []
  }
}

const isBranch = (address: string) => address.includes('/branch/')

async function send(address: string, headers: Record<string, string>, body: object): Promise<void> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

async function read(address: string, headers: Record<string, string>): Promise<RawAnswer> {
  return readRawAnswer(await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }))
}

interface Post {
  type?: string
  mediaUrl?: string
  media?: { animated?: boolean } | null
  furtherPictures?: unknown
  warning?: string
  sensitive?: boolean
}

/** A picture that is covered is not loaded. How the viewer wants pictures covered is not known here. */
const isFirst = ({ type, mediaUrl, warning, sensitive }: Post) => type === 'image' && mediaUrl && !warning && !sensitive

/**
 * Preloads the first picture of a list before its img exists. It must be the file that the img will choose
 * (features/posts/media/post-media.tsx), or it would be fetched twice. The server does this for the page of a post that
 * everyone sees.
 */
function preloadPicture(posts: readonly Post[]): void {
  const post = posts.slice(0, FIRST_SCREEN_POSTS).find(isFirst)
  if (!post?.mediaUrl) return
  const isStill = post.media?.animated === true && matchMedia(REDUCED_MOTION).matches
  const { src, srcSet = '' } = pictureSource(post.mediaUrl, isStill)
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.imageSizes = post.furtherPictures ? TILE_SIZES : PICTURE_SIZES
  link.imageSrcset = srcSet
  link.href = src
  document.head.append(link)
}
