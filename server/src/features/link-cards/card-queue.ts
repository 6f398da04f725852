import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { DONE, doubling, type Outcome, Queue } from '../../jobs/queue.ts'
import { type Outside, OutsideError } from '../../outside/outside.ts'
import { PrivateAddressError } from '../../outside/public-address.ts'
import type { Intake } from '../media/intake/intake.ts'
import { receiveMedia } from '../media/intake/media.service.ts'
import { isSameHost } from '../posts/post-cards.ts'
import type { CardContent, ClaimedCard, DueCard } from './link-cards.queries.ts'
import * as queries from './link-cards.queries.ts'
import type { PageCard, Read } from './page-card.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How often a node looks for cards that wait for their time, or that a dead node has claimed, in milliseconds. */
const LOOK_MS = 30_000
/** Cards that a node fetches at the same time, each from another host. */
const AT_ONCE = 4
/** Page, oEmbed and picture, each 15 s, and 45 s to decode the picture. */
const LONGEST_MS = 2 * MINUTE
const CLAIM_MS = 3 * MINUTE
const ATTEMPTS_MAX = 3
/** From then on a card is fetched again, if another post refers to it: one that was read, and one that could not be. */
const RENEWED_MS = 14 * DAY
const FAILED_MS = DAY
/** A host that has failed so often in a row is left alone, each time twice as long, up to a day. */
const FAILURES_MAX = 5
const REST_MS = 60 * MINUTE
const PICTURE_MAX_BYTES = 5 * 2 ** 20
/** A smaller one is an icon, or counts readers. */
const PICTURE_SIDE_MIN = 64

interface Needs {
  readonly db: Database
  readonly clock: JobClock
  readonly logger: FastifyBaseLogger
  readonly outside: Outside
  readonly publicUrl: string
  /** Keeps pictures. */
  readonly intake: Intake
}

/** What the log says. Messages of the network name the host, their codes do not. */
function problemOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : String(error)
}

/** Fetches cards in a queue of jobs, whose rows are those of the cards. Whose posts have asked for them take turns. */
export function createCardQueue(needs: Needs): Queue<DueCard, ClaimedCard> {
  const { db, clock, outside, publicUrl, intake } = needs
  /** Whose pages this node reads. */
  const pages = new Set<string>()
  const inTurn = createTurnsOfHosts()

  async function run(card: ClaimedCard, signal: AbortSignal): Promise<Outcome> {
    const { host, url } = card
    const now = clock.now()
    const known = await queries.findHost(db.primary, { host })
    if (known && known.rests_until > now)
      return { kind: 'later', problem: 'Its host does not answer.', afterMs: known.rests_until - now }
    // A host is not to blame for where it redirects.
    let asked = ''
    const onRequest = (to: URL) => {
      asked = to.host
    }
    const read: Read = (of, options, use) =>
      inTurn(of, async () => use(await outside.read(of, { ...options, signal, onRequest })))
    // Loaded with the first address, because the parser takes memory.
    const { readCard } = await import('./page-card.ts')
    let page: PageCard | null
    try {
      page = await readCard(read, url, (address) => isSameHost(address, publicUrl))
    } catch (error) {
      const problem = problemOf(error)
      if (signal.aborted) return { kind: 'later', problem }
      if (asked !== host || isLasting(error)) await noteAnswer(known && host)
      else await noteFailure(host, (known?.failures ?? 0) + 1)
      if (isLasting(error)) return { kind: 'never', problem }
      return { kind: 'later', problem }
    }
    // Without an answer, the picture that it has shown is kept, and asked for again as soon as that of a failure.
    const picture = page?.pictureUrl ? await keepPicture(read, page.pictureUrl, signal) : null
    const content = contentOf(page, picture === undefined ? card.picture : picture)
    const isSame = KEYS.every((key) => card[key] === content[key])
    const end = {
      now: clock.now(),
      renewAt: clock.now() + (picture === undefined ? FAILED_MS : RENEWED_MS),
      content: isSame ? undefined : content,
    }
    await db.write(async (transaction) => {
      if (known) await queries.forgetHost(transaction, { host })
      await queries.settleCard(transaction, card, end)
    })
    return DONE
  }

  /**
   * @returns the name of the picture; null if it cannot be shown, because the card can do without it; undefined without
   * an answer
   */
  async function keepPicture(read: Read, url: string, signal: AbortSignal): Promise<string | null | undefined> {
    try {
      const options = { accept: 'image/*', maxBytes: PICTURE_MAX_BYTES }
      const { name, width, height } = await read(url, options, ({ body }) =>
        receiveMedia(intake, null, 'card', body, () => false).finally(() => body.destroy()),
      )
      return Math.min(width, height) < PICTURE_SIDE_MIN ? null : name
    } catch (error) {
      if (signal.aborted) throw error
      return isLasting(error) || error instanceof AppError ? null : undefined
    }
  }

  /** @param host of which failures are known */
  async function noteAnswer(host: string | undefined): Promise<void> {
    if (host !== undefined) await db.write((transaction) => queries.forgetHost(transaction, { host }))
  }

  async function noteFailure(host: string, failures: number): Promise<void> {
    const rests = failures < FAILURES_MAX ? 0 : Math.min(REST_MS * 2 ** (failures - FAILURES_MAX), DAY)
    const row = { host, failures, rests_until: clock.now() + rests }
    await db.write((transaction) => queries.putHost(transaction, row))
  }

  return new Queue(
    {
      ...{ name: 'cards', purpose: 'fetch link cards', everyMs: LOOK_MS, gatherMs: 0, atOnce: AT_ONCE },
      ...{ claimMs: CLAIM_MS, longestMs: LONGEST_MS },
      due: queries.listDue,
      take: ({ host }) => !pages.has(host) && pages.add(host) !== undefined,
      free: ({ host }) => pages.delete(host),
      claim: queries.claimCards,
      run,
      backOff: (card, { afterMs }) => (card.attempts + 1 < ATTEMPTS_MAX ? (afterMs ?? doubling(card, DAY)) : null),
      postpone: queries.postponeCard,
      // What it has shown, it still shows.
      giveUp: (transaction, card) =>
        queries.settleCard(transaction, card, { now: clock.now(), renewAt: clock.now() + FAILED_MS }),
      // Without the address, which may be known to few.
      about: ({ key }) => ({ card: key }),
    },
    needs,
  )
}

/** Whether it would be the same another time. */
const isLasting = (error: unknown): boolean =>
  error instanceof PrivateAddressError || (error instanceof OutsideError && !error.mayPass)

const KEYS = ['title', 'description', 'site', 'author', 'picture'] as const

function contentOf(page: PageCard | null, picture: string | null): CardContent {
  if (!page) return { title: '', description: '', site: '', author: '', picture: null }
  const { title, description, site, author } = page
  return { title, description, site, author, picture }
}

/**
 * Lets a node ask one thing at a time of a host, redirects apart: pages of many hosts may name pictures of one. A host
 * is taken for one fetch, never while another one is waited for, so no two wait for each other.
 */
function createTurnsOfHosts() {
  const last = new Map<string, Promise<void>>()
  return async function inTurn<T>(url: string, fetch: () => Promise<T>): Promise<T> {
    const { host } = new URL(url)
    const mine = (last.get(host) ?? Promise.resolve()).then(fetch)
    const ended = mine.then(
      () => undefined,
      () => undefined,
    )
    last.set(host, ended)
    try {
      return await mine
    } finally {
      if (last.get(host) === ended) last.delete(host)
    }
  }
}
