import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import type { GroupId, MemberId } from '../../database/schema.ts'
import { DONE, doubling, type Later, type Outcome, type Progress } from '../../jobs/queue.ts'
import type { Languages } from '../../locale/languages.ts'
import { listShownGroups } from '../notifications/newest.queries.ts'
import { hydrate, readUnread } from '../notifications/notifications.service.ts'
import { readChoices } from '../notifications/settings.queries.ts'
import { appMessage, iconOf, isAlert } from './app-message.ts'
import { deleteEnded } from './push.queries.ts'
import { endBackOff, putBackOff } from './push-back-offs.queries.ts'
import { type Claimed, recordAccepted, releaseClaim } from './push-claims.queries.ts'
import { acceptsSilent, closeMessage, noticeMessage, summaryMessage } from './push-message.ts'
import { planStep, type State, type Step } from './push-plan.ts'
import type { Message, PushSender, Outcome as Sent } from './push-sender.ts'
import { serviceOf } from './push-slots.ts'
import * as tags from './push-tags.queries.ts'
import { quietUntil } from './quiet-hours.ts'

/** How long a claim is valid: longer than a message may take. */
export const CLAIM_MS = 60_000
/** Messages to a device before others have their turn. */
export const STEPS_MAX = 10
/** After so many messages in a row that were not accepted, what waits is dropped. */
const ATTEMPTS_MAX = 8
/** The longest wait, also if a push service asks for more. */
const WAIT_MAX_MS = 24 * 60 * 60_000

type Choices = Awaited<ReturnType<typeof readChoices>>

export interface Delivery {
  readonly db: Database
  readonly sender: PushSender
  readonly logger: FastifyBaseLogger
  /** Of the installation, for addresses of pictures; null if it is not known. */
  readonly origin: string | null
  readonly languages: Languages
  readonly now: () => number
  readonly isClosed: () => boolean
  /** Told whether a push service has answered. */
  readonly noteAnswer: (endpoint: string, hasAnswered: boolean) => void
}

/**
 * What of these groups the member is to be told now. The read path of notifications decides.
 * @param alerts what the app of the device wants to be told of; null for our own client
 */
export async function readState(
  db: Connection,
  member: MemberId,
  groups: readonly GroupId[],
  alerts: string | null = null,
): Promise<State> {
  const [shown, { unread, readTo }, { kinds }] = await Promise.all([
    listShownGroups(db, member, groups),
    readUnread(db, member),
    readChoices(db, member),
  ])
  const wanted = shown.filter(
    ({ kind, newest }) => newest > readTo && kinds.get(kind)?.push !== false && isAlert(alerts, kind),
  )
  return { groups: new Map(wanted.map((group) => [group.id, group])), unread }
}

/**
 * Sends a claimed device what it has to be told, and releases the claim, unless a message has to be sent again.
 * @param signal ends the message under way, which has to be sent again
 */
export async function deliver(delivery: Delivery, device: Claimed, signal: AbortSignal): Promise<Outcome> {
  const { db, now } = delivery
  const { key: session, member } = device
  const choices = await readChoices(db.read, member)
  const quiet = quietUntil(now(), choices.quietHours)
  if (quiet !== null) {
    await db.write(async (transaction) => {
      await tags.holdTags(transaction, { session })
      await releaseClaim(transaction, { session, dueAt: quiet, attempts: device.attempts })
    })
    return DONE
  }
  for (let count = 0; count < STEPS_MAX && !delivery.isClosed(); count++) {
    // Once a first message is settled, the refusals before it do not count.
    const outcome = await takeStep(delivery, count === 0 ? device : { ...device, attempts: 0 }, choices, signal)
    if (outcome) return outcome
  }
  await db.write((transaction) => releaseClaim(transaction, { session, dueAt: now(), attempts: 0 }))
  return DONE
}

/** Reads what is still to be told, and sends one message. @returns null if there may be more to tell */
async function takeStep(
  delivery: Delivery,
  device: Claimed,
  choices: Choices,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const { db, now } = delivery
  const { key: session, member } = device
  const marked = await tags.listMarked(db.read, { session })
  const state = await readState(
    db.read,
    member,
    marked.map(({ group }) => group),
    device.alerts,
  )
  const { step, settled } = planStep(marked, state)
  const message = step && (await messageOf(delivery, device, step, state, choices))
  if (!step || !message) {
    // A step without a message is about what has just gone. The next look finds that.
    await db.write(async (transaction) => {
      for (const tag of settled) await tags.putShown(transaction, { ...tag, session })
      await tags.forgetTags(transaction, { session })
      await releaseClaim(transaction, { session, dueAt: now(), attempts: device.attempts })
    })
    return DONE
  }
  const isSilent = step.kind === 'close'
  const outcome =
    isSilent && (device.alerts !== null || !acceptsSilent(device.endpoint))
      ? ({ kind: 'sent' } as const)
      : await delivery.sender.send(device, message, signal)
  return record(delivery, device, step, outcome)
}

/** @returns null if it is gone */
async function messageOf(
  { db: { read }, origin, languages }: Delivery,
  { member, alerts, ...locales }: Claimed,
  step: Step,
  { groups, unread }: State,
  { pushText }: Choices,
): Promise<Message | null> {
  const { locale, say } = languages.ofMember(locales)
  if (step.kind === 'summary') {
    const latest = [...groups.values()].find(({ newest }) => newest === step.latest)
    const message = summaryMessage(step.tags.length, { unread, say })
    return alerts !== null && latest ? appMessage(message, latest, { icon: '', locale }) : message
  }
  if (step.kind === 'close') {
    return closeMessage(
      step.tags.map(({ group }) => group),
      unread,
    )
  }
  const [notification] = await hydrate(read, member, [step.group], 0)
  if (!notification) return null
  const message = noticeMessage(notification, { unread, say }, pushText)
  const icon = pushText ? iconOf(notification, origin) : ''
  return alerts === null ? message : appMessage(message, step.group, { icon, locale })
}

/** Stores what became of a message. @returns null if there may be more to tell */
async function record(delivery: Delivery, device: Claimed, step: Step, outcome: Sent): Promise<Outcome | null> {
  const { db, logger, now } = delivery
  const { key: session, member, endpoint, attempts } = device
  if (!delivery.isClosed()) delivery.noteAnswer(endpoint, outcome.kind !== 'later' || !outcome.isUnanswered)
  if (outcome.kind === 'gone') {
    await db.write((transaction) => deleteEnded(transaction, { session, endpoint }))
    return DONE
  }
  if (outcome.kind === 'later') return outcome
  if (outcome.kind === 'never') logger.warn({ problem: outcome.problem }, 'a push message was refused')
  await db.write(async (transaction) => {
    if (step.kind === 'notice') await tags.putShown(transaction, { ...step.tag, session, shown: step.group.newest })
    else
      for (const tag of step.tags)
        await tags.putShown(transaction, { ...tag, session, ...(step.kind === 'close' && { shown: 0 }) })
    if (step.kind === 'summary') await tags.putSummaryShown(transaction, { session, shown: step.latest })
    if (attempts > 0) await endBackOff(transaction, { member, service: serviceOf(endpoint) })
    if (outcome.kind === 'sent') await recordAccepted(transaction, { session, now: now(), until: now() + CLAIM_MS })
  })
  return null
}

/** How long a device waits after a refusal, in milliseconds. Null: what waits for it is dropped. */
export function backOff({ attempts }: Pick<Claimed, 'attempts'>, { afterMs }: Later): number | null {
  const wait = Math.min(Math.max(afterMs ?? 0, doubling({ attempts }, WAIT_MAX_MS)), WAIT_MAX_MS)
  return attempts + 1 < ATTEMPTS_MAX ? wait : null
}

/** Ends a claim: what waits is sent at this time. */
export async function postpone(transaction: Connection, device: Claimed, { dueAt, attempts }: Progress): Promise<void> {
  const { key, member, endpoint } = device
  // A node that stops has tried nothing.
  const isRefused = attempts > device.attempts
  if (isRefused) await putBackOff(transaction, { member, service: serviceOf(endpoint), attempts, dueAt })
  await releaseClaim(transaction, { session: key, dueAt, attempts })
}

/** Ends a claim: what waits is dropped. */
export async function drop(transaction: Connection, device: Claimed, now: number): Promise<void> {
  const { key, member, endpoint, attempts } = device
  const dueAt = now + doubling({ attempts }, WAIT_MAX_MS)
  await putBackOff(transaction, { member, service: serviceOf(endpoint), attempts, dueAt })
  await tags.dropMarks(transaction, { session: key })
  await releaseClaim(transaction, { session: key, dueAt, attempts: 0 })
}
