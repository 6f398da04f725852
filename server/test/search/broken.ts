import { parseSearch } from '@quack/contract/rules/search/search-query'
import { createRandom, type Random } from '@quack/testing/random'
import { indexAll } from '../../src/features/search/search-index.ts'
import type { TestMember } from '../members.ts'
import type { SearchRun } from './search.ts'
import { randomWord } from './texts.ts'
import { createWorld } from './world.ts'

const PIECES = [
  ...[
    'from:',
    'has:',
    'in:',
    'tag:',
    'lang:',
    'de',
    'before:',
    'after:',
    'FROM：',
    'me',
    '@me',
    'duck0s',
    'picture',
    'bookmarks',
    'likes',
  ],
  ...[
    'following',
    '2026',
    '2026-01-31',
    '9999-12-31',
    '0000',
    '-',
    '−',
    '*',
    '**',
    '"',
    '“',
    '「',
    '#',
    '＃',
    '@',
    ':',
    '.',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    '\n',
    '\t',
    '\\',
    "'",
    ';',
    '%',
    '_',
    '&',
    '|',
    '!',
    '(',
    ')',
    '<->',
    ':*',
    'NEAR',
    'AND',
    'OR',
    'NOT',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\udc00',
    '\ufffe',
    '\ue000',
    '\ue002',
    '\u202e',
    '\u0301',
    '\u0e33',
    '\uff9e',
    'ﷺ',
    '👩‍',
    '{',
    '}',
  ],
]
const PATHS = ['posts', 'posts', 'people', 'tags', 'suggestions'] as const
/** PostgreSQL ends a statement of a search after two seconds. The rest is for a machine that is busy. */
const SLOW_MS = 5_000
const AT_ONCE = 4

/** Random searches that nobody would type: each is found or refused, soon. @returns null if all were */
export async function findFailingSearch({ posts, searches, seed, start, onSearch }: SearchRun): Promise<string | null> {
  const installation = await start()
  const random = createRandom(seed)
  let [count, problem]: [number, string | null] = [0, null]
  try {
    const world = await createWorld(installation, random, posts)
    await indexAll(installation.db)
    const clients = [...world.clients.values()]
    const work = async () => {
      while (count < searches && problem === null) {
        count++
        onSearch?.(count)
        const found = await searchOnce(random.pick(clients), random).catch(String)
        problem ??= found && `Seed ${seed}, search ${count}: ${found}`
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return problem
  } finally {
    await installation.close()
  }
}

async function searchOnce(client: TestMember, random: Random): Promise<string | null> {
  const piece = () => (random.chance(0.3) ? randomWord(random) : random.pick(PIECES))
  const q = Array.from({ length: 1 + random.int(12) }, piece)
    .join('')
    .slice(0, 200)
  const path = random.pick(PATHS)
  const order = path === 'posts' && random.chance(0.3) ? '&order=best' : ''
  const url = `/api/search/${path}?q=${encodeURIComponent(q.toWellFormed())}${order}`
  const started = performance.now()
  const { status, body } = await client.send({ method: 'GET', url })
  const took = performance.now() - started
  const asked = `${url} answered ${status} after ${took.toFixed(0)} ms`
  if (status >= 500 || status === 429) return `${asked}: ${JSON.stringify(body)}`
  if (took > SLOW_MS) return asked
  const { problem } = parseSearch(q.toWellFormed())
  if (path === 'posts' && status === 200 && problem !== null) return `${asked}, and it is ${problem}`
  return null
}
