import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { DONE, doubling, type Outcome, Queue } from '../../jobs/queue.ts'
import type { Outside } from '../../outside/outside.ts'
import * as queries from './link-checks.queries.ts'
import { lockProfile, updateMember } from './members.queries.ts'
import { linksOf, readFields, type StoredField } from './profile-fields.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The waits of a member with links that are not verified: a page may get its link later, or not be reachable now. */
const WAITS_MS = [10 * MINUTE, 6 * HOUR, 2 * DAY]
/** Verified links are read again so often. */
const AGAIN_MS = 30 * DAY
const PAGE_MAX_BYTES = 2 ** 20

/** With the first check, because the parser takes memory. */
const loadRules = () => import('./rel-me.ts')

/** What became of a link. `unread`: its page could not be read. */
type Result = 'verified' | 'unverified' | 'unread'

export interface LinkChecks {
  /** Fields were saved. */
  wake(): void
}

interface Needs {
  readonly clock: JobClock
  readonly outside: Outside
  /** Of this installation. Without it, nobody could say where a profile is, and nothing is verified. */
  readonly publicUrl: string | null
}

/**
 * Verifies the links in the fields of profiles: the page at each has to link to the profile with `rel="me"`. All links
 * of a member are one run, at most once a minute, so that saving again and again does not make many requests.
 */
export function startLinkChecks(app: FastifyInstance, db: Database, { clock, outside, publicUrl }: Needs): LinkChecks {
  const origin = publicUrl
  if (origin === null) return { wake: () => undefined }

  async function readLink(link: string, isOurs: (url: URL) => boolean, signal: AbortSignal): Promise<Result> {
    const { hasLinkBack, isSameSite } = await loadRules()
    try {
      const page = await outside.read(link, { accept: 'text/html', maxBytes: PAGE_MAX_BYTES, signal })
      try {
        const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/.test(page.type)
        if (!isHtml || !isSameSite(link, page.url)) return 'unverified'
        return (await hasLinkBack(page.body, page.url, isOurs)) ? 'verified' : 'unverified'
      } finally {
        page.body.destroy()
      }
    } catch {
      return 'unread'
    }
  }

  async function check(row: queries.ClaimedCheck, signal: AbortSignal): Promise<Outcome> {
    const member = await queries.findFields(db.primary, { member: row.key })
    const links = [...linksOf(readFields(member?.fields ?? '[]'))]
    const { isProfile } = await loadRules()
    const isOurs = isProfile(origin ?? '', member?.username ?? '')
    const isLast = row.attempts >= WAITS_MS.length
    const found = await Promise.all(links.map(async (link) => [link, await readLink(link, isOurs, signal)] as const))
    signal.throwIfAborted()
    // What cannot be read for days is verified no longer.
    const results = new Map(
      found.map(([link, result]) => [link, isLast && result === 'unread' ? 'unverified' : result]),
    )
    const now = clock.now()
    await db.write(async (transaction) => {
      const present = await lockProfile(transaction, row.key)
      if (!present) return
      const fields = JSON.stringify(readFields(present.fields).map((field) => judged(field, results, now)))
      if (fields !== present.fields) await updateMember(transaction, row.key, { fields })
      await queries.endCheck(transaction, row, nextCheck([...results.values()], row.attempts, now))
    })
    return DONE
  }

  const queue = new Queue<queries.WaitingCheck, queries.ClaimedCheck>(
    {
      ...{ name: 'links', purpose: 'verify the links of profiles', everyMs: MINUTE / 2, gatherMs: 1_000, atOnce: 4 },
      // Longer than the reads, which are at the same time, can take.
      ...{ claimMs: 2 * MINUTE, longestMs: MINUTE },
      ...{ due: queries.listDue, claim: queries.claimChecks, run: check },
      backOff: (row) => doubling(row, DAY),
      postpone: queries.endCheck,
      giveUp: (transaction, row) => queries.endCheck(transaction, row, { dueAt: null, attempts: 0 }),
      about: ({ key }) => ({ member: key }),
    },
    { db, clock, logger: app.log },
  )
  runWith(app, queue)
  return { wake: () => queue.wake() }
}

/** A field as a check leaves it. One that was saved meanwhile, with another link, stays as it is. */
function judged(field: StoredField, results: ReadonlyMap<string, Result>, now: number): StoredField {
  const { name, value, verifiedAt } = field
  const result = results.get(value)
  if (result === 'verified') return { name, value, verifiedAt: verifiedAt ?? now }
  return result === 'unverified' ? { name, value } : field
}

function nextCheck(results: readonly Result[], attempts: number, now: number) {
  const wait = results.every((result) => result === 'verified') ? undefined : WAITS_MS[attempts]
  if (wait !== undefined) return { dueAt: now + wait, attempts: attempts + 1 }
  return { dueAt: results.includes('verified') ? now + AGAIN_MS : null, attempts: 0 }
}
