import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import type { GroupId, MemberId } from '../../database/schema.ts'
import { listShownGroups } from '../notifications/newest.queries.ts'
import { hydrate, readUnread } from '../notifications/notifications.service.ts'
import { readChoices } from '../notifications/settings.queries.ts'
import { deleteEnded } from './push.queries.ts'
import { type Claimed, recordAccepted, releaseClaim } from './push-claims.queries.ts'
import { acceptsSilent, closeMessage, noticeMessage, summaryMessage } from './push-message.ts'
import { planStep, type State, type Step } from './push-plan.ts'
import type { Message, Outcome, PushSender } from './push-sender.ts'
import * as tags from './push-tags.queries.ts'
import { quietUntil } from './quiet-hours.ts'

/** How long a claim is valid: longer than a message may take. */
export const CLAIM_MS = 60_000
/** Messages to a device before others have their turn. */
const STEPS_MAX = 10
/** After so many refusals in a row, what waits is dropped. */
const ATTEMPTS_MAX = 8
/** Back-off: doubled with each refusal. The last wait is some two hours. */
const BACKOFF_MS = 60_000
/** The longest wait that a push service can ask for. */
const WAIT_MAX_MS = 24 * 60 * 60_000

type Choices = Awaited<ReturnType<typeof readChoices>>

export interface Delivery {
  readonly db: Database
  readonly sender: PushSender
  readonly logger: FastifyBaseLogger
  readonly now: () => number
  readonly isClosed: () => boolean
  /** Told whether a push service has answered. */
  readonly noteAnswer: (endpoint: string, hasAnswered: boolean) => void
}

/** What of these groups the member is to be told now. The read path of notifications decides. */
export async function readState(db: Connection, member: MemberId, groups: readonly GroupId[]): Promise<State> {
  const [shown, { unread, readTo }, { kinds }] = await Promise.all([
    listShownGroups(db, member, groups),
    readUnread(db, member),
    readChoices(db, member),
  ])
  const wanted = shown.filter(({ kind, newest }) => newest > readTo && kinds.get(kind)?.push !== false)
  return { groups: new Map(wanted.map((group) => [group.id, group])), unread }
}

/** Sends a claimed device what it has to be told, and releases the claim. */
export async function deliver(delivery: Delivery, device: Claimed): Promise<void> {
  const { db, now } = delivery
  const { session, member } = device
  const choices = await readChoices(db.read, member)
  const quiet = quietUntil(now(), choices.quietHours)
  if (quiet !== null) {
    await db.write(async (transaction) => {
      await tags.holdTags(transaction, session)
      await releaseClaim(transaction, { session, dueAt: quiet, attempts: device.attempts })
    })
    return
  }
  for (let count = 0; count < STEPS_MAX && !delivery.isClosed(); count++) {
    const hasMore = await takeStep(delivery, device, choices)
    if (!hasMore) return
  }
  await db.write((transaction) => releaseClaim(transaction, { session, dueAt: now(), attempts: 0 }))
}

/** Reads what is still to be told, and sends one message. @returns false if the claim was released */
async function takeStep(delivery: Delivery, device: Claimed, choices: Choices): Promise<boolean> {
  const { db, now } = delivery
  const { session, member } = device
  const marked = await tags.listMarked(db.read, session)
  const state = await readState(
    db.read,
    member,
    marked.map(({ group }) => group),
  )
  const { step, settled } = planStep(marked, state)
  const message = step && (await messageOf(db.read, member, step, state, choices))
  if (!step || !message) {
    // A step without a message is about what has just gone. The next look finds that.
    const attempts = step ? device.attempts : 0
    await db.write(async (transaction) => {
      for (const tag of settled) await tags.putShown(transaction, session, tag, tag.shown)
      await tags.forgetTags(transaction, session)
      await releaseClaim(transaction, { session, dueAt: now(), attempts })
    })
    return false
  }
  const isSilent = step.kind === 'close'
  const outcome =
    isSilent && !acceptsSilent(device.endpoint)
      ? ({ kind: 'sent' } as const)
      : await delivery.sender.send(device, message)
  return record(delivery, device, step, outcome)
}

/** @returns null if it is gone */
async function messageOf(
  db: Connection,
  member: MemberId,
  step: Step,
  { unread }: State,
  { pushText }: Choices,
): Promise<Message | null> {
  if (step.kind === 'summary') return summaryMessage(step.tags.length, unread)
  if (step.kind === 'close') {
    return closeMessage(
      step.tags.map(({ group }) => group),
      unread,
    )
  }
  const [notification] = await hydrate(db, member, [step.group], 0)
  return notification ? noticeMessage(notification, unread, pushText) : null
}

/** Stores what became of a message. @returns false if the claim was released */
async function record(delivery: Delivery, device: Claimed, step: Step, outcome: Outcome): Promise<boolean> {
  const { db, logger, now } = delivery
  const { session, endpoint } = device
  if (!delivery.isClosed()) delivery.noteAnswer(endpoint, outcome.kind !== 'later' || !outcome.isUnanswered)
  if (outcome.kind === 'gone') {
    await db.write((transaction) => deleteEnded(transaction, session, endpoint))
    return false
  }
  if (outcome.kind === 'later') {
    await postpone(delivery, device, outcome)
    return false
  }
  if (outcome.kind === 'never') logger.warn({ problem: outcome.problem }, 'a push message was refused')
  await db.write(async (transaction) => {
    if (step.kind === 'notice') await tags.putShown(transaction, session, step.tag, step.group.newest)
    else
      for (const tag of step.tags) await tags.putShown(transaction, session, tag, step.kind === 'close' ? 0 : tag.shown)
    if (step.kind === 'summary') await tags.putSummaryShown(transaction, session, step.latest)
    if (outcome.kind === 'sent') await recordAccepted(transaction, { session, now: now(), until: now() + CLAIM_MS })
  })
  return true
}

async function postpone(
  { db, logger, now, isClosed }: Delivery,
  { session, attempts }: Claimed,
  { afterMs, problem }: Extract<Outcome, { kind: 'later' }>,
): Promise<void> {
  // A request that ends because this server stops says nothing about the push service.
  const count = isClosed() ? attempts : attempts + 1
  const wait = isClosed() ? 0 : Math.min(Math.max(afterMs ?? 0, BACKOFF_MS * 2 ** attempts), WAIT_MAX_MS)
  const isTooOften = count >= ATTEMPTS_MAX
  if (isTooOften) logger.warn({ problem }, 'a push service has refused too often: what waited for it was dropped')
  await db.write(async (transaction) => {
    if (isTooOften) await tags.dropMarks(transaction, session)
    await releaseClaim(transaction, { session, dueAt: now() + wait, attempts: isTooOften ? 0 : count })
  })
}
