import { parseArgs } from 'node:util'
import { RATE_LIMITS } from '../server/src/http/limits/rate-limits.ts'
import { addLongPosts } from './heavy-posts.ts'
import { measureBounds } from './load/bounds.ts'
import type { LoadResult } from './load/generator.ts'
import * as mix from './load/heavy-mix.ts'
import { startGenerator } from './load/offer.ts'
import type { Place } from './load/place.ts'
import { type Measured, readMetric, start, untilIndexed } from './load/processes.ts'
import { sayLoads, sayShare, saySpread, sayStatuses } from './load/say.ts'
import type { Names } from './load/scenarios.ts'
import type { Request } from './load/wrk.ts'
import { wordOf } from './texts.ts'

/**
 * `npm run test:heavy-reads -- [--seconds 120] [--engine sqlite|postgres] [--data DIR]`: what others wait while three
 * members read what costs most, as fast as their rate limits allow: the worst searches, the feed from an old reading
 * position with a muted common word, and the trending feed with 20 followed hashtags. `--data` stores the dataset for
 * the next run.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    engine: { type: 'string', default: 'sqlite' },
    data: { type: 'string' },
  },
})
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
const seconds = Number(values.seconds)

const WARM_UP_SECONDS = 20
/** The usual figures are those of as much time. */
const CALM_SECONDS = Math.max(30, seconds / 4)
/** Of the home feed of others, of `/healthz` and of likes, per second. */
const RATES = { home: 50, health: 20, likes: 2 } as const
const perSecond = ({ max, timeWindow }: { max: number; timeWindow: number }) => (max * 1_000) / timeWindow
const CONNECTIONS = 32
const HEALTH_P99_MAX_MS = 50
/** Bound of the home feed's p99, as a factor of its usual p99. */
const HOME_TIMES = 1.5

await measureBounds({ engine, size: '25K', data: values.data }, measure)

async function measure({ place, env }: Place, names: Names): Promise<readonly string[]> {
  const { searcher, resumer } = mix.rolesOf(names)
  await addLongPosts(place, names.memberId(searcher), Date.UTC(2026, 1, 1))
  // Heavy reads have threads of their own, which a server with two processors does not put beside the main thread.
  const server = await start('server/start.js', env, '/readyz', false)
  const usual = [
    offer(mix.otherFeeds(names), RATES.home),
    offer(mix.health, RATES.health),
    offer(mix.likes(names), RATES.likes),
  ]
  const heavy = [
    offer(mix.worstSearches(names), perSecond(RATE_LIMITS.search)),
    offer(mix.resumedFeeds(names), perSecond(RATE_LIMITS.read)),
    offer(mix.trendingFeeds(names), perSecond(RATE_LIMITS.read)),
  ]
  const all = [...usual, ...heavy]
  try {
    for (const { open } of all) await open(server)
    await prepareResumer(server, names, resumer)
    await untilIndexed(server)
    await Promise.all(usual.map(({ run }) => run(WARM_UP_SECONDS)))
    const calm = await Promise.all(usual.map(({ run }) => run(CALM_SECONDS)))
    say('Before', calm)

    const [cpu, figures] = [server.cpu(), await readHeavy(server)]
    const busy = await Promise.all(all.map(({ run }) => run(seconds)))
    const share = (server.cpu() - cpu) / seconds
    say(`Meanwhile, for ${seconds} s`, busy)
    for (const [index, name] of ['searches', 'resumed feeds', 'trending feeds'].entries()) {
      const result = busy[usual.length + index]
      if (result) console.log(`  ${name}: ${saySpread(result.accepted)}; ${sayStatuses(result)}`)
    }
    const after = await readHeavy(server)
    const [done, refused, took] = after.map((value, index) => value - (figures[index] ?? 0))
    console.log(
      `  heavy reads: ${done} done in ${took?.toFixed(0)} s, ${refused} refused; ${sayShare(share)} of a processor; ` +
        `${server.memory().toFixed(0)} MB; load average ${sayLoads()}`,
    )
    return problemsOf(calm, busy)
  } finally {
    for (const { end } of all) end()
    await server.stop()
  }
}

/** A load, with a generator of its own. */
function offer(requests: readonly Request[], rate: number) {
  let generator: Awaited<ReturnType<typeof startGenerator>> | null = null
  return {
    async open(server: Measured) {
      generator = await startGenerator(server, CONNECTIONS, true)
    },
    run(time: number): Promise<LoadResult> {
      if (!generator) throw new Error('The generator is not open.')
      return generator.offer(requests, rate, time)
    },
    end: () => generator?.end(),
  }
}

/** The reader of resumed feeds has muted a common word and stopped reading long ago. */
async function prepareResumer({ address }: Measured, names: Names, member: number): Promise<void> {
  const headers = { authorization: `Bearer ${names.token(member)}`, 'content-type': 'application/json' }
  const postId = String(names.postId(100))
  for (const [path, body] of [
    ['/api/muted-words', { phrase: wordOf(0), action: 'hide', duration: 'always' }],
    ['/api/feed/position', { sort: 'latest', postId, offset: 0, newestId: postId, age: 0 }],
  ] as const) {
    const { ok, status } = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!ok) throw new Error(`${path} answered ${status}`)
  }
}

/** Heavy reads so far: done, refused, and the seconds that they took. */
function readHeavy(server: Measured): Promise<number[]> {
  const names = ['total', 'refused_total', 'seconds_total']
  return Promise.all(names.map((name) => readMetric(server, `quack_heavy_reads_${name}`)))
}

function say(when: string, [home, health]: readonly LoadResult[]): void {
  if (!home || !health) return
  console.log(`${when}: home feeds of others ${saySpread(home.accepted)}; ${sayStatuses(home)}`)
  console.log(`  /healthz ${saySpread(health.accepted)}; sent ${saySpread(home.late)} after they were due`)
}

function problemsOf([usual]: readonly LoadResult[], [home, health]: readonly LoadResult[]): string[] {
  if (!usual || !home || !health) return ['nothing was measured']
  const isAnswered = [home, health].every(({ statuses, offered }) => statuses[200] === offered)
  const times = home.accepted.p99 / usual.accepted.p99
  return [
    ...(isAnswered ? [] : ['others were not all answered']),
    ...(health.accepted.p99 > HEALTH_P99_MAX_MS ? [`p99 of /healthz is ${health.accepted.p99} ms`] : []),
    ...(times > HOME_TIMES ? [`p99 of others' home feed is ${times.toFixed(1)} times the usual`] : []),
  ]
}
