import type { Stage } from './perform.ts'
import type { Kept } from './read.ts'
import { TOPICS } from './topics.ts'
import { treeOf, type WorldBranch } from './tree.ts'
import type { World, WorldComment, WorldPost } from './world.ts'

/** Something that a viewer does not see. */
export interface Unseen {
  readonly what: string
  readonly why: string
  /** By which an answer names it: as traces.ts finds them. */
  readonly traces: readonly string[]
}

/** What a viewer has a copy of, or knows without an answer. */
export interface Known extends Kept {
  readonly members: readonly string[]
  readonly topics: readonly string[]
}

/** Of what was deleted, the last is looked for. */
const REMEMBERED = 30

/** Everything that the viewer does not see, with the reason, in plain loops over all that there is or was. */
export function listUnseen({ world, ids, members }: Stage, viewer: string | null, known: Known): Unseen[] {
  const unseen: Unseen[] = []
  const add = (what: string, why: string | null, ...traces: string[]) => {
    if (why !== null) unseen.push({ what, why, traces })
  }
  for (const name of world.names) {
    const why = !known.members.includes(name) && world.hides(viewer, name) ? 'one has blocked the other' : null
    add(name, why, members.get(name)?._id ?? '')
  }
  const kept = known.numbers.map((number) => findPost(world, number))
  for (const post of [...world.posts, ...world.removed.slice(-REMEMBERED)]) {
    const { number, author } = post
    const why = whyUnseen(world, viewer, post)
    const isKept = known.numbers.includes(number)
    if (!isKept) add(`post ${number} of ${author}`, why, ids.of(number), ids.publicOf(number), textTrace(number))
    for (const comment of post.comments)
      addComment(comment, why ?? (world.isRemoved(post, comment) ? 'removed' : null), placesOf(post, why))
  }
  for (const comment of world.removedComments.slice(-REMEMBERED)) {
    const post = world.posts.find(({ gone }) => gone.includes(comment))
    addComment(comment, 'deleted', post ? placesOf(post, whyUnseen(world, viewer, post)) : [])
  }
  for (const { number, uploader } of world.files) {
    const isKept = known.pictures.includes(number) || kept.some((post) => post?.pictures.includes(number))
    if (isKept || uploader === viewer || isFileSeen(world, viewer, number)) continue
    add(`picture ${number}`, 'it is in no post that the viewer sees', baseOf(ids.pictureOf(number)))
  }
  for (const topic of TOPICS) {
    const isSeen = world.posts.some((post) => post.topic === topic && whyUnseen(world, viewer, post) === null)
    if (isSeen) continue
    const why = 'the viewer sees no post with it'
    add(`the id of #${topic}`, why, ids.tags.get(topic) ?? '')
    const isKept = kept.some((post) => post?.topic === topic)
    if (!isKept && !known.topics.includes(topic)) add(`#${topic}`, why, topic, `#${topic}`)
  }
  return unseen

  /** What is answered in a post that the viewer sees keeps its place. */
  function placesOf(post: WorldPost, why: string | null): readonly number[] {
    const numbersOf = (branches: readonly WorldBranch[]): number[] =>
      branches.flatMap(({ entry, below }) => [entry.number, ...numbersOf(below)])
    return why === null ? numbersOf(treeOf(world, post)) : []
  }

  /** @param why those of an unseen member under a seen post are listed, without a text */
  function addComment({ number, author }: WorldComment, why: string | null, places: readonly number[]): void {
    if (author === viewer || known.numbers.includes(number)) return
    add(`comment ${number} of ${author}`, places.includes(number) ? null : why, ids.of(number))
    add(`comment ${number} of ${author}`, why ?? (world.hides(viewer, author) ? 'blocked' : null), textTrace(number))
  }
}

export const textTrace = (number: number | string) => `Text ${number} of`
export const baseOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** Why somebody does not see a post; null if they do. */
function whyUnseen(world: World, viewer: string | null, post: WorldPost): string | null {
  if (!world.posts.includes(post)) return 'deleted'
  if (!world.hidesPostItself(viewer, post)) return null
  if (post.isHidden) return 'hidden by the moderator'
  return world.hides(viewer, post.author) ? 'one has blocked the other' : 'for followers'
}

const findPost = (world: World, number: number) =>
  world.post(number) ?? world.removed.find((post) => post.number === number)

const isFileSeen = (world: World, viewer: string | null, file: number) =>
  world.isFileOpen(file) ||
  world.posts.some((post) => post.pictures.includes(file) && whyUnseen(world, viewer, post) === null)
