import type { ClientCall } from '@quack/contract/client-api/client-call'
import { CLIENT_CALLS } from '../client-calls.ts'
import type { Ids } from './perform.ts'
import type { Fetch, Read, Target } from './read.ts'
import type { World } from './world.ts'

/** The calls of the client API that read: each answer is searched for what its viewer does not see. */

const CALLS = CLIENT_CALLS.filter(({ method, access }) => method === 'GET' && access !== 'app')

/** Members are named, because only an answer tells their ids: here `~name` stands for one. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/accounts/lookup': ['acct=MEMBER'],
  '/api/v1/accounts/search': ['q=MEMBER', 'q=@MEMBER'],
  '/api/v1/accounts/relationships': ['id[]=~MEMBER'],
  '/api/v1/accounts/familiar_followers': ['id[]=~MEMBER'],
  '/api/v1/accounts': ['id[]=~MEMBER'],
  '/api/v1/statuses': ['id[]=POST&id[]=COMMENT'],
  '/api/v1/accounts/:id/statuses': ['limit=3', 'pinned=true', 'only_media=true', 'tagged=TOPIC'],
  '/api/v1/markers': ['timeline[]=home&timeline[]=notifications'],
  '/api/v2/search': ['q=MEMBER', 'q=Text&type=statuses', 'q=TOPIC', 'resolve=true&q=http://localhost/@MEMBER/COMMENT'],
}
/** Pages in both directions. */
const PAGES = ['limit=2', 'min_id=1&limit=3']

const fetchAsApp: Fetch = async (_app, client, url) => {
  const [, name] = /~([\w-]+)/.exec(url) ?? []
  let asked = url
  if (name !== undefined) {
    const { body } = await client.send({ url: `/api/v1/accounts/lookup?acct=${name}` })
    asked = url.replaceAll(`~${name}`, (body as { id?: string }).id ?? '1')
  }
  const answer = await client.send({ url: asked })
  // What does not exist for a viewer is searched like everything else.
  return { ...answer, status: answer.status === 401 ? 401 : 200 }
}

function fill(text: string, { member, post, topic }: Target, ids: Ids): string {
  const values: Record<string, string> = {
    MEMBER: member,
    POST: ids.of(post.number),
    COMMENT: ids.of(post.comments.at(-1)?.number ?? -1),
    TOPIC: topic,
  }
  return text.replace(/MEMBER|POST|COMMENT|TOPIC/g, (word) => values[word] ?? '')
}

/** The list of blocks names them too, and an account has to be found to take a block back. */
const mayName = (world: World, viewer: string) => world.blocks.filter(({ from }) => from === viewer).map(({ to }) => to)

/** A reading position is an id that the viewer has told, of a post that may be gone. */
const mayKeep = ({ posts, removed }: World) => ({
  numbers: [...posts, ...removed].map(({ number }) => number),
  pictures: [],
})

function readsOf({ path, access, input }: ClientCall): Read[] {
  const ofStatus = path.includes('/statuses/:id')
  const paths = ofStatus ? ['POST', 'COMMENT'].map((id) => path.replace(':id', id)) : [path]
  const pages = 'max_id' in input.properties ? PAGES : ['']
  const queries = QUERIES[path] ?? pages
  return paths.flatMap((each) => {
    const whole = each
      .replace('/accounts/:id', '/accounts/~MEMBER')
      .replace(':id', '1')
      .replace(/:(name|hashtag)/, 'TOPIC')
    return queries.map((query) => ({
      fetch: fetchAsApp,
      isMembersOnly: access === 'member',
      path: (target: Target, ids: Ids) => fill(`${whole}?${query}`, target, ids),
      mayName,
      ...(path.endsWith('/markers') && { mayKeep }),
      mayNameTopics: path.includes('/trends'),
      notCompared: 'the tests of the client API compare it',
    }))
  })
}

export const READS_OF_APPS: readonly Read[] = CALLS.flatMap(readsOf)
