import type { Random } from '@quack/testing/random'
import { ABSENT, type Ledger, type Outcome } from './ledger.ts'

/** The ids that all writers react to, comment on and vote on. */
export interface Shared {
  readonly members: { readonly id: string; readonly token: string }[]
  readonly posts: string[]
  /** Ids of comments, each with its post. */
  readonly comments: { readonly id: string; readonly post: string }[]
}

interface Written {
  readonly id: string
  readonly name: string
  readonly post: string
}
interface PostAnswer {
  readonly post?: {
    readonly _id: string
    readonly comments: readonly { readonly _id: string; readonly text: string }[]
  }
}

/** The ledger's key of a post, or of a comment on a post: the first words of its text. */
function nameOf(text: string, post: string): string {
  return `${text.split(' as ', 1)[0]}${post && ` ${post}`}`
}

/** How many of its latest posts and comments a writer edits. */
const OWN_MAX = 30

/** The server that a client writes to. */
export interface Target {
  /** The address for the next request. */
  whole(): Promise<string>
  /** Called for each request without a reliable answer. */
  failed?(how: string): void
}

/** The cause that `fetch` reports for a request without an answer. */
export function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? String(error)
}

/** A client that sends one request after the other and records the outcomes. */
export function createWriter(world: Target, ledger: Ledger, shared: Shared, me: number, random: Random) {
  const { id: member, token } = shared.members[me] ?? { id: '', token: '' }
  const own = { posts: [] as Written[], comments: [] as Written[] }
  let count = 0

  async function send(method: string, path: string, body?: object, key?: string) {
    const address = await world.whole()
    try {
      const answer = await fetch(`${address}/api/${path}`, {
        method,
        headers: {
          authorization: token,
          prefer: 'return=minimal',
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const said = (await answer.json()) as PostAnswer
      const outcome: Outcome = answer.status < 300 ? 'done' : answer.status < 500 ? 'refused' : 'unknown'
      if (outcome === 'unknown') world.failed?.(`${method} ${answer.status}`)
      return { outcome, said }
    } catch (error) {
      world.failed?.(`${method} ${causeOf(error)}`)
      return { outcome: 'unknown' as const, said: {} as PostAnswer }
    }
  }

  async function write(key: string, value: string, path: string, body?: object, method = 'POST'): Promise<Outcome> {
    const { outcome } = await send(method, path, body)
    ledger.note(key, value, outcome)
    return outcome
  }

  /** Creates a post or a comment. Sometimes it repeats the request with its idempotency key until it is answered. */
  async function make(kind: 'post' | 'comment', path: string, bodyOf: (text: string) => object, on = '') {
    const text = `${kind} ${me}-${++count} as written`
    const key = `${kind} ${count}`
    let answer = await send('POST', path, bodyOf(text), key)
    const insists = random.chance(0.5)
    while (insists && answer.outcome === 'unknown') answer = await send('POST', path, bodyOf(text), key)
    const name = nameOf(text, on)
    ledger.note(name, text, answer.outcome)
    return { name, text, answer }
  }

  const drop = <T>(list: T[], entry: T) => list.splice(list.indexOf(entry), 1)

  /** @returns its id once it was acknowledged */
  async function createPost(): Promise<string | undefined> {
    const { name, answer } = await make('post', 'posts', (content) => ({ postData: { content } }))
    const id = answer.outcome === 'done' ? answer.said.post?._id : undefined
    if (id === undefined) return undefined
    shared.posts.push(id)
    own.posts.push({ id, name, post: id })
    if (own.posts.length > OWN_MAX) own.posts.shift()
    return id
  }

  const actions: (() => Promise<unknown>)[] = [
    createPost,
    async function comment() {
      const post = random.pick(shared.posts)
      const path = `comments/add/${post}`
      const { name, text, answer } = await make('comment', path, (said) => ({ commentData: { text: said } }), post)
      if (answer.outcome !== 'done') return
      const id = answer.said.post?.comments.find((each) => each.text === text)?._id
      if (id === undefined) return
      shared.comments.push({ id, post })
      own.comments.push({ id, name, post })
      if (own.comments.length > OWN_MAX) own.comments.shift()
    },
    async function editPost() {
      if (own.posts.length === 0) return
      const { id, name } = random.pick(own.posts)
      const content = `${name} as edited ${++count}`
      await write(name, content, `posts/edit/${id}`, { postData: { content } })
    },
    async function editComment() {
      if (own.comments.length === 0) return
      const { id, name, post } = random.pick(own.comments)
      const text = `${name.split(' ', 2).join(' ')} as edited ${++count}`
      await write(name, text, `comments/edit/${post}/${id}`, { commentData: { text } })
    },
    async function deletePost() {
      // Fewer than are created, so that other writers find some.
      if (own.posts.length === 0 || random.chance(0.7)) return
      const entry = random.pick(own.posts)
      const outcome = await write(entry.name, ABSENT, `posts/${entry.id}`, undefined, 'DELETE')
      if (outcome === 'done') drop(own.posts, entry)
    },
    async function deleteComment() {
      if (own.comments.length === 0 || random.chance(0.5)) return
      const entry = random.pick(own.comments)
      const outcome = await write(entry.name, ABSENT, `comments/delete/${entry.post}/${entry.id}`)
      if (outcome === 'done') drop(own.comments, entry)
    },
    () => react('like'),
    () => react('dislike'),
    () => mark('bookmark', 'bookmarked'),
    () => mark('remove-bookmark', ABSENT),
    () => vote('up'),
    () => vote('down'),
    () => follow('follow', 'followed'),
    () => follow('unfollow', ABSENT),
  ]

  function react(verb: 'like' | 'dislike') {
    const post = random.pick(shared.posts.slice(-100))
    return write(`reaction ${member} ${post}`, verb, `posts/${verb}/${post}`)
  }
  function mark(verb: string, value: string) {
    const post = random.pick(shared.posts.slice(-100))
    return write(`bookmark ${member} ${post}`, value, `users/${verb}/${post}`)
  }
  async function vote(way: 'up' | 'down') {
    if (shared.comments.length === 0) return
    const { id, post } = random.pick(shared.comments.slice(-100))
    await write(`vote ${member} ${id}`, way, `comments/${way}vote/${post}/${id}`)
  }
  function follow(verb: string, value: string) {
    const other = random.pick(shared.members.filter(({ id }) => id !== member)).id
    return write(`follow ${member} ${other}`, value, `users/${verb}/${other}`)
  }

  return { createPost, writeOnce: () => random.pick(actions)() }
}
