import type { WriteKind } from './choose.ts'
import { tellFollow } from './tell.ts'
import type { Outcome, Pair, PairList, World } from './world.ts'

export type PairKind = Extract<
  WriteKind,
  | ('follow' | 'unfollow' | 'hideReposts' | 'showReposts' | 'acceptRequest' | 'rejectRequest' | 'removeFollower')
  | ('block' | 'unblock' | 'mute' | 'unmute')
>

/** Applies a write of `from` on `to`, two members. */
export function applyToPair(world: World, kind: PairKind, { from, to, isForNotifications = true }: Pair): Outcome {
  const isBlock = kind === 'block' || kind === 'unblock'
  if (isBlock ? world.has('blocks', to, from) : world.hides(from, to)) return 'unknown'
  const back = { from: to, to: from }
  switch (kind) {
    case 'follow': {
      if (world.has('follows', from, to)) return 'refused'
      const isRequest = world.private.has(to)
      const outcome = add(world, isRequest ? 'requests' : 'follows', { from, to })
      if (outcome === 'done') tellFollow(world, { from, to }, isRequest ? 'followRequest' : 'follow')
      return outcome
    }
    case 'unfollow':
      return remove(world, world.has('follows', from, to) ? 'follows' : 'requests', { from, to })
    case 'hideReposts':
    case 'showReposts': {
      const follow = world.follows.find((each) => each.from === from && each.to === to)
      if (follow) follow.hidesReposts = kind === 'hideReposts'
      return follow || kind === 'showReposts' ? 'done' : 'refused'
    }
    case 'acceptRequest': {
      const outcome = remove(world, 'requests', back)
      if (outcome === 'done') add(world, 'follows', back)
      return outcome
    }
    case 'rejectRequest':
      return remove(world, 'requests', back)
    case 'removeFollower':
      return remove(world, 'follows', back)
    case 'unblock':
      return remove(world, 'blocks', { from, to })
    case 'block': {
      const outcome = add(world, 'blocks', { from, to })
      if (outcome === 'refused') return outcome
      for (const list of ['follows', 'requests'] as const) {
        remove(world, list, { from, to })
        remove(world, list, back)
      }
      return outcome
    }
    case 'unmute':
      return remove(world, 'mutes', { from, to })
    case 'mute':
      remove(world, 'mutes', { from, to })
      return add(world, 'mutes', { from, to, isForNotifications })
  }
}

/** When a member becomes public, all who ask become followers. */
export function setPrivate(world: World, member: string, isPrivate: boolean): void {
  world.private[isPrivate ? 'add' : 'delete'](member)
  if (isPrivate) return
  world.follows.push(...world.requests.filter(({ to }) => to === member))
  world.requests = world.requests.filter(({ to }) => to !== member)
}

function add(world: World, list: PairList, pair: Pair): Outcome {
  if (world.has(list, pair.from, pair.to)) return 'refused'
  world[list].push(pair)
  return 'done'
}

function remove(world: World, list: PairList, { from, to }: Pair): Outcome {
  const had = world.has(list, from, to)
  world[list] = world[list].filter((each) => each.from !== from || each.to !== to)
  return had ? 'done' : 'refused'
}
