import { setTimeout as sleep } from 'node:timers/promises'
import type { MemberId } from '../../src/database/schema.ts'
import { PASSWORD } from '../answers.ts'
import type { Installation } from '../app.ts'
import { signUp, type TestMember } from '../members.ts'
import { removePost } from './apply-to-post.ts'
import type { Stage } from './perform.ts'
import { drop, type Pair, type World } from './world.ts'

const LOOK_MS = 5

/** A member deletes the own account, and a new one takes the place. @returns the problem, or null */
export async function replaceMember(installation: Installation, stage: Stage, name: string, newcomer: string) {
  const { world, members, positions } = stage
  const member = members.get(name) as TestMember
  const payload = { password: PASSWORD }
  const answer = await member.send({ method: 'POST', url: '/api/account/delete', payload })
  if (answer.status !== 200) return `${answer.status} to ${name}, who leaves: ${JSON.stringify(answer.body)}`
  leave(world, name)
  members.delete(name)
  positions.delete(name)
  for (const viewer of world.names) {
    const { body } = await (members.get(viewer) as TestMember).send({ url: '/api/notifications' })
    if (JSON.stringify(body).includes(`"${member._id}"`)) return `${name} has left, and is named to ${viewer}`
  }
  await removed(installation, member)
  members.set(newcomer, await signUp(installation, { username: newcomer, firstName: `Of ${newcomer}` }))
  world.names = [...world.names, newcomer]
  return null
}

/** Rows are removed after the answer. Until the last is gone, counts may be those of before. */
async function removed({ db }: Installation, { _id }: TestMember): Promise<void> {
  const row = () =>
    db.primary
      .selectFrom('members')
      .select('id')
      .where('id', '=', Number(_id) as MemberId)
      .executeTakeFirst()
  while (await row()) await sleep(LOOK_MS)
}

function leave(world: World, name: string): void {
  world.names = world.names.filter((each) => each !== name)
  for (const post of world.posts.filter(({ author }) => author === name)) removePost(world, post)
  for (const post of world.posts) {
    if (drop(post.up, name)) post.likeCount = Math.max(0, post.likeCount - 1)
    drop(post.down, name)
    drop(post.reposts, name)
    post.poll?.votes.delete(name)
    if (post.mentioned === name) post.isMention = false
    const own = post.comments.filter(({ author }) => author === name)
    for (const { number } of own) world.notifications.forget(number)
    post.gone.push(...own)
    post.comments = post.comments.filter(({ author }) => author !== name)
    for (const comment of post.comments) {
      drop(comment.up, name)
      drop(comment.down, name)
      if (comment.mentioned === name) comment.isMention = false
    }
  }
  const isOther = ({ from, to }: Pair) => from !== name && to !== name
  for (const list of ['follows', 'requests', 'blocks', 'mutes'] as const) world[list] = world[list].filter(isOther)
  world.words = world.words.filter(({ by }) => by !== name)
  world.bookmarks = world.bookmarks.filter(({ by }) => by !== name)
  world.reports = world.reports.filter(({ by, subject }) => by !== name && subject !== name)
  world.decisions = world.decisions.filter(({ subject }) => subject !== name)
  world.tagFollows = world.tagFollows.filter(({ by }) => by !== name)
  world.avatars.delete(name)
  world.private.delete(name)
  world.limited.delete(name)
  world.noReposts.delete(name)
  world.whoMayQuote.delete(name)
  world.notifications.leave(name)
}
