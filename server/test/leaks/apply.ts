import { applyModeration } from './apply-moderation.ts'
import { applyToPost } from './apply-to-post.ts'
import type { Write } from './choose.ts'
import type { Outcome, Pair, World } from './world.ts'

/** Applies a write to the world, if it is allowed. */
export function apply(world: World, write: Write): Outcome {
  const { kind, by, member } = write
  if (world.suspended.has(by)) return 'signedOut'
  switch (kind) {
    case 'follow':
    case 'unfollow':
    case 'block':
    case 'unblock':
    case 'mute':
    case 'unmute':
      return member === by ? 'refused' : applyToPair(world, kind, { from: by, to: member })
    case 'post': {
      const { number, topic, whoMayComment } = write
      const state = { isHidden: false, isPinned: false, likeCount: 0, up: [], down: [], comments: [] }
      world.posts.push({ number, author: by, mentioned: member, topic, whoMayComment, ...state })
      return 'done'
    }
    case 'muteWord':
      world.words = world.words.filter((word) => word.by !== by || word.phrase !== write.topic)
      world.words.push({ id: write.number, by, phrase: write.topic, action: write.wordAction })
      return 'done'
    case 'unmuteWord': {
      const word = wordOf(world, write)
      world.words = world.words.filter((each) => each !== word)
      return word ? 'done' : 'unknown'
    }
    case 'report':
    case 'decide':
    case 'appeal':
    case 'decideAppeal':
    case 'restore':
      return applyModeration(world, kind, write)
  }
  const post = world.post(write.post)
  return post ? applyToPost(world, kind, post, write) : 'unknown'
}

/** The muted word that the write takes back. */
export const wordOf = (world: World, { by, topic }: Write) =>
  world.words.find((word) => word.by === by && word.phrase === topic)

type PairKind = 'follow' | 'unfollow' | 'block' | 'unblock' | 'mute' | 'unmute'

function applyToPair(world: World, kind: PairKind, { from, to }: Pair): Outcome {
  const isBlock = kind === 'block' || kind === 'unblock'
  if (isBlock ? world.has('blocks', to, from) : world.hides(from, to)) return 'unknown'
  switch (kind) {
    case 'follow':
      return add(world, 'follows', { from, to })
    case 'unfollow':
      return remove(world, 'follows', { from, to })
    case 'unblock':
      return remove(world, 'blocks', { from, to })
    case 'block': {
      const outcome = add(world, 'blocks', { from, to })
      if (outcome === 'refused') return outcome
      remove(world, 'follows', { from, to })
      remove(world, 'follows', { from: to, to: from })
      return outcome
    }
    case 'unmute':
      return remove(world, 'mutes', { from, to })
    case 'mute':
      remove(world, 'mutes', { from, to })
      return add(world, 'mutes', { from, to })
  }
}

type List = 'follows' | 'blocks' | 'mutes'

function add(world: World, list: List, pair: Pair): Outcome {
  if (world.has(list, pair.from, pair.to)) return 'refused'
  world[list].push(pair)
  return 'done'
}

function remove(world: World, list: List, { from, to }: Pair): Outcome {
  const had = world.has(list, from, to)
  world[list] = world[list].filter((each) => each.from !== from || each.to !== to)
  return had ? 'done' : 'refused'
}
