import type { Random } from '@quack/testing/random'
import type { Installation } from '../app.ts'
import { createClient } from '../client.ts'
import { check } from './check.ts'
import { choose, type Write, type WriteKind } from './choose.ts'
import { replaceMember } from './departure.ts'
import { perform, type Stage } from './perform.ts'
import type { Read, Target } from './read.ts'
import { READS } from './reads.ts'
import { VIEWS } from './reads-of-moderation.ts'
import { PICTURE, SIGNED_PICTURES, TAG_PAGE } from './reads-of-pages.ts'
import { notificationsOf, shownGroups } from './sight-of-notifications.ts'
import { OWN_LETTER, TOPICS } from './topics.ts'
import type { WorldFile } from './world.ts'

/** Of reports and pictures. */
const LATEST = 10

interface Sweep {
  readonly stage: Stage
  readonly random: Random
  /** Whether there are pages. */
  readonly hasPages: boolean
  /** The number of the next write. */
  readonly next: () => number
}

/** One read of one viewer. */
interface Look {
  readonly viewer: string | null
  readonly read: Read
  readonly about: Partial<Target>
}

/** Looks at what chance would rarely come to: each hashtag, archive, and the latest reports and pictures. */
export async function sweep(of: Sweep): Promise<string | null> {
  const { stage, random, hasPages } = of
  const { names, moderator, reports, files } = stage.world
  const tagReads = [...READS.getTag, ...(hasPages ? [TAG_PAGE] : [])]
  const looks: readonly Look[] = [
    ...TOPICS.flatMap((topic) =>
      tagReads.map((read) => ({ viewer: random.pick([...names, null]), read, about: { topic } })),
    ),
    // At most one of two members has a topic for themselves.
    ...names
      .slice(-2)
      .flatMap((viewer) => READS.searchTags.map((read) => ({ viewer, read, about: { topic: OWN_LETTER } }))),
    ...names.flatMap((viewer) =>
      [...READS.listFollowedTags, ...READS.downloadArchive].map((read) => ({ viewer, read, about: {} })),
    ),
    ...reports.slice(-LATEST).map((report) => ({ viewer: moderator, read: VIEWS, about: { report } })),
  ]
  for (const look of looks) {
    const problem = await lookAt(stage, random, look)
    if (problem) return problem
  }
  for (const file of files.slice(-LATEST)) {
    const problem = await lookAtFile(of, file)
    if (problem) return problem
  }
  return null
}

/** If a file is not open, others try to load it, and to use it. */
async function lookAtFile({ stage, random, hasPages, next }: Sweep, { number: file, uploader }: WorldFile) {
  const { world } = stage
  if (world.isFileOpen(file)) return null
  for (const read of hasPages ? [PICTURE, random.pick(SIGNED_PICTURES)] : []) {
    const problem = await lookAt(stage, random, { viewer: null, read, about: { file } })
    if (problem) return problem
  }
  for (const kind of ['reusePicture', 'setAvatar'] as const) {
    const by = random.pick(world.names.filter((name) => name !== uploader))
    const problem = await performKind({ stage, random, next }, kind, { by, file })
    if (problem) return problem
  }
  return null
}

async function performKind(
  { stage, random, next }: Pick<Sweep, 'stage' | 'random' | 'next'>,
  kind: WriteKind,
  about: Partial<Write>,
) {
  const write = { ...choose(stage.world, random, next()), kind, ...about }
  const problem = await perform(stage, write)
  return problem && `${JSON.stringify(write)}: ${problem}`
}

async function lookAt(stage: Stage, random: Random, { viewer, read, about }: Look): Promise<string | null> {
  const { app, members, world } = stage
  const [post] = world.posts
  if (!post) return null
  const client = (viewer !== null && members.get(viewer)) || createClient(app, null)
  const target = { member: random.pick(world.names), post, report: null, topic: post.topic, file: 0, ...about }
  const problem = await check({ ...stage, client, viewer, read, target, random })
  return problem && `for ${viewer}: ${problem}`
}

/**
 * Posts that quote others, and the lists of them: read by who does not see the author or has muted them, if somebody
 * has.
 */
export async function lookAtQuotes({ stage, random }: Sweep): Promise<string | null> {
  const { world } = stage
  for (const post of world.posts.filter(({ quoted }) => typeof quoted === 'number').slice(-LATEST)) {
    const quoted = world.posts.find(({ number }) => number === post.quoted)
    const isApart = (name: string) =>
      quoted !== undefined && (world.hides(name, quoted.author) || world.has('mutes', name, quoted.author))
    const apart = world.names.filter(isApart)
    for (const viewers of [world.names, apart.length > 0 ? apart : world.names]) {
      const looks: readonly Look[] = [
        { viewer: random.pick(viewers), read: READS.getPost[0], about: { post } },
        { viewer: random.pick(viewers), read: READS.listQuotes[0], about: { post: quoted ?? post } },
      ]
      for (const look of looks) {
        const problem = await lookAt(stage, random, look)
        if (problem) return problem
      }
    }
  }
  return null
}

/** What jobs have told: read by members to whom not all of it is shown, if there are any. */
export async function lookAtTold({ stage, random }: Sweep): Promise<string | null> {
  const { world } = stage
  for (const kind of ['poll', 'edit'] as const) {
    const groupsOf = (name: string) =>
      world.notifications.groups.filter((group) => group.recipient === name && group.kind === kind)
    const told = world.names.filter((name) => groupsOf(name).length > 0)
    const apart = told.filter((name) => shownGroups(world, name, { kind }).length < groupsOf(name).length)
    if (told.length === 0) continue
    const viewer = random.pick(apart.length > 0 ? apart : told)
    const problem = await lookAt(stage, random, { viewer, read: READS.listNotifications[0], about: {} })
    if (problem) return problem
  }
  return null
}

/** Two members lose something that they are to be told: a post is deleted, and they block who has done something. */
export async function takeBack(of: Sweep): Promise<string | null> {
  const { world } = of.stage
  const told = world.names.filter((name) => !world.suspended.has(name) && notificationsOf(world, name).length > 0)
  for (const by of told.slice(0, 2)) {
    const news = notificationsOf(world, by).filter(({ people }) => people.length > 0)
    const post = news.find((each) => each.post !== undefined)?.post?.number ?? 0
    const problem =
      (await performKind(of, 'deletePost', { by: world.post(post)?.author ?? by, post })) ??
      (await performKind(of, 'block', { by, member: news[0]?.people[0] ?? by }))
    if (problem) return problem
  }
  return null
}

/** A member with a picture that nobody else sees deletes the account: the picture stays closed. */
export async function depart(installation: Installation, run: Sweep): Promise<string | null> {
  const { world } = run.stage
  const isClosed = (name: string) =>
    world.posts.some(({ author, pictures }) => author === name && pictures.some((file) => !world.isFileOpen(file)))
  const others = world.names.filter((name) => name !== world.moderator && !world.suspended.has(name))
  const leaver = others.find(isClosed)
  if (leaver === undefined) return null
  const files = world.files.filter(({ uploader }) => uploader === leaver)
  const problem = await replaceMember(installation, run.stage, leaver, 'koala')
  if (problem) return problem
  for (const file of files) {
    const found = await lookAtFile(run, file)
    if (found) return `After ${leaver} has left, ${found}`
  }
  return null
}
