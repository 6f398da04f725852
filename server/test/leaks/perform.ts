import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import type { Database } from '../../src/database/database.ts'
import type { PostId } from '../../src/database/schema.ts'
import type { NotificationPage } from '../../src/features/notifications/notifications.service.ts'
import { createPollQueue } from '../../src/features/polls/poll-queue.ts'
import { SYSTEM_CLOCK } from '../../src/jobs/clock.ts'
import { PASSWORD } from '../answers.ts'
import { type Answer, createClient } from '../client.ts'
import type { TestMember } from '../members.ts'
import type { Asked } from '../network.ts'
import { letEnd } from '../polls.ts'
import { picture, uploadFile } from '../uploads.ts'
import { apply, newPictures, wordOf } from './apply.ts'
import { reportedBy } from './apply-moderation.ts'
import type { PictureAddress, Write } from './choose.ts'
import { requestOf } from './requests.ts'
import { shownGroups, unreadOf } from './sight-of-notifications.ts'
import { cardOf, editedPoll, type Outcome, type World, warningOf } from './world.ts'

/** In seconds since 1970. */
const EXPIRIES = { forged: 9_000_000_000, expired: 1_000_000_000 } as const
const LOOK_MS = 5
/** An avatar that comes with the product. */
const NO_AVATAR = '/avatars/duck-1.webp'

/** The server's ids by the numbers of the world, in both directions. */
export class Ids {
  readonly #ids = new Map<number, string>()
  readonly #publicIds = new Map<number, string>()
  readonly #pictures = new Map<number, string>()
  /** By key. Those that exist, since the last look. */
  tags: ReadonlyMap<string, string> = new Map()
  readonly #numbers = new Map<string, number>()

  /** @returns an id that no entity has, if the number has none */
  of(number: number): string {
    return this.#ids.get(number) ?? '1'
  }

  publicOf(number: number): string {
    return this.#publicIds.get(number) ?? 'none'
  }

  /** The address of a file, by its number. */
  pictureOf(number: number, address: PictureAddress = 'plain'): string {
    const url = this.#pictures.get(number) ?? '/media/none.png'
    return address === 'plain' ? url : url.replace('/media/', `/media/signed/${EXPIRIES[address]}.${'A'.repeat(43)}/`)
  }

  addPicture(number: number, url: string): void {
    this.#pictures.set(number, url)
  }

  numberOf(id: string): number {
    return this.#numbers.get(id) ?? -1
  }

  add(number: number, id: string, publicId?: string): void {
    this.#ids.set(number, id)
    this.#numbers.set(id, number)
    if (publicId === undefined) return
    this.#publicIds.set(number, publicId)
    this.#numbers.set(publicId, number)
  }
}

/** The server and its members, who sign in again when their suspension has ended. */
export interface Stage {
  readonly app: Asked
  readonly db: Database
  readonly members: Map<string, TestMember>
  readonly world: World
  readonly ids: Ids
  /** Up to where members have seen their notifications. */
  readonly positions: Map<string, readonly Position[]>
}

/** Each of another size, because equal pictures are one file. */
const pictureFor = (number: number) =>
  picture(1 + (number % 200), 1 + Math.floor(number / 200))
    .png()
    .toBuffer()

const WARNED = { isWarned: true, isWarnedByStaff: true } as const

const STATUSES: Record<Outcome, (status: number) => boolean> = {
  done: (status) => status < 300,
  // Some refusals are a 404 with a message of their own.
  refused: (status) => [400, 403, 404, 409, 422].includes(status),
  unknown: (status) => status === 404,
  signedOut: (status) => status === 401,
}

/** Makes a write, and applies it to the world if the server's answer agrees. @returns the problem if it does not */
export async function perform(stage: Stage, write: Write): Promise<string | null> {
  const { members, world, ids } = stage
  const client = members.get(write.by) as TestMember
  const target = write.kind === 'report' ? reportedBy(world, write) : null
  const post = world.post(write.post)
  const about = world.reports.find(({ id }) => id === write.about)
  const [picture = '', ...furtherPictures] = await picturesOf(stage, write)
  const position = write.kind === 'readNotifications' ? await positionOf(stage, write) : null
  const [method, path, payload] = requestOf(write, {
    id: (number) => ids.of(number),
    member: members.get(write.member)?._id ?? '',
    word: wordOf(world, write)?.id ?? 0,
    picture,
    furtherPictures,
    topic: post?.topic ?? '',
    poll: post?.poll ?? null,
    editedPoll: post ? editedPoll(post, write.number) : null,
    warning: about ? (warningOf({ ...WARNED, author: about.subject, number: about.number }) ?? '') : 'Of nothing.',
    upTo: position?.upTo ?? '0',
    reported: target?.kind === 'member' ? (members.get(target.subject)?._id ?? '') : ids.of(target?.number ?? 0),
  })
  const headers = { prefer: 'return=minimal' }
  const answer = await client.send({ method, url: path, headers, ...(payload && { payload }) })
  const before = new Set(world.suspended)
  const outcome = apply(world, write)
  if (!STATUSES[outcome](answer.status)) {
    const isTaken = ['reusePicture', 'setAvatar'].includes(write.kind) && outcome === 'refused'
    const why = isTaken ? ` (picture ${write.file} is not for ${write.by} to use)` : ''
    return `${answer.status} instead of ${outcome}${why}: ${JSON.stringify(answer.body)}`
  }
  if (outcome === 'done') await learnIds(stage, write, answer)
  if (outcome === 'done') await giveCard(stage, write)
  if (outcome === 'done' && write.kind === 'votePoll' && post?.poll?.hasEnded) await endPoll(stage, write)
  if (outcome === 'done' && write.kind === 'editPoll') await told(stage, 'edit_notices', write)
  if (position && outcome === 'done') {
    world.notifications.read(write.by, position.order)
    const { unread } = answer.body as { unread: number }
    if (unread !== unreadOf(world, write.by)) return `${unread} unread instead of ${unreadOf(world, write.by)}`
  }
  return signIn(stage, before)
}

/** The addresses of the pictures that a write uses. Those of a new post are uploaded. */
async function picturesOf({ members, world, ids }: Stage, write: Write): Promise<string[]> {
  const { kind, by, number, hasPicture, file, address } = write
  if (kind === 'dropAvatar') return [NO_AVATAR]
  if (kind === 'reusePicture' || kind === 'setAvatar') return [ids.pictureOf(file, address)]
  if (kind !== 'post' || !hasPicture || world.suspended.has(by)) return []
  return Promise.all(
    newPictures(number).map(async (picture) => {
      const { url } = await uploadFile(members.get(by) as TestMember, await pictureFor(picture))
      ids.addPicture(picture, url)
      return url
    }),
  )
}

/** What the answer says about what was created. */
async function learnIds({ members, world, ids }: Stage, write: Write, { body }: Answer<unknown>): Promise<void> {
  const made = body as {
    post?: { _id: string; id: string; comments: { _id: string }[] }
    word?: { _id: string }
    report?: { _id: string }
  }
  const { number } = write
  switch (write.kind) {
    case 'post':
    case 'quote':
    case 'reusePicture':
      return ids.add(number, made.post?._id ?? '', made.post?.id)
    case 'comment':
      return ids.add(number, made.post?.comments[0]?._id ?? '')
    case 'muteWord':
      return ids.add(number, made.word?._id ?? '')
    case 'report':
      // Not of one that replaced an open one.
      if (world.reports.some(({ id }) => id === number)) ids.add(number, made.report?._id ?? '')
      return
    case 'decide': {
      if (write.actions.includes('none')) return
      const moderator = members.get(world.moderator) as TestMember
      const params = { reportId: ids.of(write.about) }
      const { decisions } = await moderator.call('GET /api/moderation/reports/:reportId', { params })
      return ids.add(number, decisions[0]?._id ?? '')
    }
  }
}

/** The job of the server looks now and then; this one now. */
async function endPoll(stage: Stage, write: Write): Promise<void> {
  const { db, ids } = stage
  await letEnd(stage, ids.of(write.post))
  const queue = createPollQueue({ db, clock: SYSTEM_CLOCK, logger: pino({ level: 'error' }) })
  queue.start()
  await told(stage, 'polls', write)
  await queue.close()
}

/** Until a job has told everybody. */
async function told({ db, ids }: Stage, table: 'polls' | 'edit_notices', { post }: Write): Promise<void> {
  const id = Number(ids.of(post)) as PostId
  const due = () =>
    db.primary
      .selectFrom(table)
      .select('due_at')
      .where('post_id', '=', id)
      .where('due_at', 'is not', null)
      .executeTakeFirst()
  while (await due()) await sleep(LOOK_MS)
}

/** Some posts show cards, which nothing fetches here. */
async function giveCard({ db, ids }: Stage, { kind, number: made, post }: Write): Promise<void> {
  const number = kind === 'editPost' ? post : made
  const title = cardOf({ number })
  if (!['post', 'quote', 'reusePicture', 'editPost'].includes(kind) || title === undefined) return
  const hash = `card ${number}`
  const row = {
    hash,
    url: 'https://cards.test/',
    host: 'cards.test',
    referred_at: Date.now(),
    asked_by: 0,
    due_at: null,
  }
  const id = Number(ids.of(number)) as PostId
  await db.write(async (transaction) => {
    const found = transaction.insertInto('link_cards').values({ ...row, id, title, changed_at: 1 })
    await found.onConflict((conflict) => conflict.doNothing()).execute()
    await transaction.updateTable('posts').set({ link_hash: hash }).where('id', '=', id).execute()
  })
}

/** Whoever is suspended now cannot log in, and whoever was, does. @param before who was suspended */
async function signIn({ app, members, world }: Stage, before: ReadonlySet<string>): Promise<string | null> {
  for (const name of world.names) {
    if (before.has(name) === world.suspended.has(name)) continue
    const payload = { username: name, password: PASSWORD }
    const answer = await createClient(app, null).send({ method: 'POST', url: '/api/auth/login', payload })
    const isAllowed = before.has(name)
    if (answer.status !== (isAllowed ? 200 : 403)) return `${answer.status} at the log-in of ${name}`
    const { encodedToken } = answer.body as { encodedToken: string }
    const member = members.get(name) as TestMember
    if (isAllowed) members.set(name, { ...member, ...createClient(app, encodedToken) })
  }
  return null
}

/** Up to where a member has seen the own notifications: as the server says it, and as the world does. */
interface Position {
  readonly upTo: string
  readonly order: number
}
const START: Position = { upTo: '0', order: 0 }

/** The present one, or one that was read before: another device may send it late. */
async function positionOf(stage: Stage, { by: member, number, isEarlier }: Write): Promise<Position> {
  const { world, members, positions } = stage
  if (world.suspended.has(member)) return START
  const known = positions.get(member) ?? []
  const earlier = known[number % Math.max(1, known.length)]
  if (isEarlier && earlier) return earlier
  const client = members.get(member) as TestMember
  const { latest }: NotificationPage = await client.call('GET /api/notifications', { query: { limit: 1 } })
  const position = latest === null ? START : { upTo: latest, order: shownGroups(world, member)[0]?.newest ?? 0 }
  positions.set(member, [...known, position])
  return position
}
