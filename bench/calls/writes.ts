import { STAR } from '../follow-graph.ts'
import type { Call, Meter } from './meter.ts'
import type { Dataset } from './reads.ts'

/** What is written to, by its id. */
interface Target {
  /** The busiest post. */
  readonly post: string
  /** A new post and a new comment of the writer. */
  readonly own: string
  readonly comment: string
  /** The most followed member. */
  readonly star: string
}

interface Write {
  readonly name: string
  readonly method: Exclude<Call['method'], 'GET'>
  readonly path: (target: Target) => string
  readonly payload?: object
}

const POST = { postData: { content: 'quack' } }
const COMMENT = { commentData: { text: 'quack' } }
/** The first of those who write. Each sends every write once, in one of the forms. */
const WRITER = 100

/** In the order in which each member writes, so that none is refused. */
const WRITES: readonly Write[] = [
  { name: 'POST dislike', method: 'POST', path: ({ post }) => `/api/posts/dislike/${post}` },
  { name: 'POST like', method: 'POST', path: ({ post }) => `/api/posts/like/${post}` },
  { name: 'DELETE like', method: 'DELETE', path: ({ post }) => `/api/posts/${post}/like` },
  { name: 'PUT like', method: 'PUT', path: ({ post }) => `/api/posts/${post}/like` },
  { name: 'POST post', method: 'POST', path: () => '/api/posts', payload: POST },
  { name: 'POST edit post', method: 'POST', path: ({ own }) => `/api/posts/edit/${own}`, payload: POST },
  { name: 'DELETE post', method: 'DELETE', path: ({ own }) => `/api/posts/${own}` },
  { name: 'POST comment', method: 'POST', path: ({ post }) => `/api/comments/add/${post}`, payload: COMMENT },
  { name: 'POST upvote', method: 'POST', path: ({ post, comment }) => `/api/comments/upvote/${post}/${comment}` },
  { name: 'POST downvote', method: 'POST', path: ({ post, comment }) => `/api/comments/downvote/${post}/${comment}` },
  {
    name: 'PUT vote',
    method: 'PUT',
    path: ({ post, comment }) => `/api/comments/${post}/${comment}/vote`,
    payload: { vote: 'up' },
  },
  { name: 'DELETE vote', method: 'DELETE', path: ({ post, comment }) => `/api/comments/${post}/${comment}/vote` },
  {
    name: 'POST edit comment',
    method: 'POST',
    path: ({ post, comment }) => `/api/comments/edit/${post}/${comment}`,
    payload: COMMENT,
  },
  {
    name: 'POST delete comment',
    method: 'POST',
    path: ({ post, comment }) => `/api/comments/delete/${post}/${comment}`,
  },
  { name: 'POST bookmark', method: 'POST', path: ({ post }) => `/api/users/bookmark/${post}` },
  { name: 'POST remove bookmark', method: 'POST', path: ({ post }) => `/api/users/remove-bookmark/${post}` },
  { name: 'PUT bookmark', method: 'PUT', path: ({ post }) => `/api/posts/${post}/bookmark` },
  { name: 'DELETE bookmark', method: 'DELETE', path: ({ post }) => `/api/posts/${post}/bookmark` },
  { name: 'POST unfollow', method: 'POST', path: ({ star }) => `/api/users/unfollow/${star}` },
  { name: 'POST follow', method: 'POST', path: ({ star }) => `/api/users/follow/${star}` },
  { name: 'DELETE follow', method: 'DELETE', path: ({ star }) => `/api/users/${star}/follow` },
  { name: 'PUT follow', method: 'PUT', path: ({ star }) => `/api/users/${star}/follow` },
  { name: 'POST edit profile', method: 'POST', path: () => '/api/users/edit', payload: { userData: { bio: 'quack' } } },
]
/** As our client writes, and as the specification has it: with nested lists, of which each has up to 100 entries. */
const FORMS = ['minimal', 'full'] as const
const nameOf = ({ name }: Write, form: (typeof FORMS)[number]) => `${name}, ${form}`

/** Sends every write `runs` times in either form. The first does not count. */
export async function measureWrites(meter: Meter, { names }: Dataset, runs: number): Promise<void> {
  if (!WRITES.some((write) => FORMS.some((form) => meter.isWanted(nameOf(write, form))))) return
  for (let run = 0; run < runs * FORMS.length; run++) {
    const isMinimal = run % FORMS.length === 0
    const form = isMinimal ? 'minimal' : 'full'
    const writer = WRITER + run
    const target = await prepare(meter, names, writer)
    for (const write of WRITES) {
      const { method, path, payload } = write
      const url = isMinimal ? `${path(target)}?embed=0` : path(target)
      await meter.measure(nameOf(write, form), { method, url, member: writer, payload, isMinimal })
    }
  }
}

/** The writer likes the post, follows the star, and has a post and a comment. */
async function prepare({ send }: Meter, names: Dataset['names'], member: number): Promise<Target> {
  const [post, star] = [String(names.busiestPost), String(names.memberId(STAR))]
  const write = (method: Write['method'], url: string, payload?: object) =>
    send({ method, url: `${url}?embed=1`, member, payload, isMinimal: true })
  await write('PUT', `/api/posts/${post}/like`)
  await write('DELETE', `/api/posts/${post}/bookmark`)
  await write('PUT', `/api/users/${star}/follow`)
  const { post: own } = await write('POST', '/api/posts', POST)
  const { post: commented } = await write('POST', `/api/comments/add/${post}`, COMMENT)
  const comment = commented?.comments[0]
  if (!own || !comment) throw new Error('A post or a comment has no id.')
  return { post, star, own: own._id, comment: comment._id }
}
