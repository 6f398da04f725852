import type { EndpointName, Endpoints } from '@quack/contract'
import type { Answer, Client } from '../client.ts'
import type { Asked } from '../network.ts'
import type { Ids } from './perform.ts'
import type { NumberOf } from './seen.ts'
import type { Sight } from './sight.ts'
import type { World, WorldPost, WorldReport } from './world.ts'

/** What a read asks for. Lists of a member or a post use these. */
export interface Target {
  readonly member: string
  readonly post: WorldPost
  readonly report: WorldReport | null
  readonly topic: string
  /** The number of a picture; 0 for none. */
  readonly file: number
}

/** How an answer is got, if it is not JSON. */
export type Fetch = (app: Asked, client: Client, url: string) => Promise<Answer<unknown>>

/** What a viewer has copies of, or knows the ids of. */
export interface Kept {
  /** Of posts and comments. */
  readonly numbers: readonly number[]
  /** Files. */
  readonly pictures: readonly number[]
}

/** How one call is read and what the world says about it, for one viewer. */
export interface Read {
  readonly path: (target: Target, ids: Ids) => string
  readonly fetch?: Fetch
  /** The property of the answer that is compared: a list that is read page by page, or one entity. */
  readonly part?: string
  readonly isSingle?: boolean
  readonly isMembersOnly?: boolean
  readonly isEmbedding?: boolean
  /** Whether what the address names does not exist for the viewer. */
  readonly isUnknown?: (see: Sight, target: Target, world: World) => boolean
  /** Whether it is refused because it is for followers. */
  readonly isForOthers?: (see: Sight, target: Target) => boolean
  /** Entries in their order, or the entity. */
  readonly expected?: (see: Sight, target: Target, world: World) => unknown
  readonly seen?: (entry: never, numberOf: NumberOf) => unknown
  /** How many entries the list leaves out; only for lists that say so. */
  readonly left?: (see: Sight, target: Target, world: World) => number
  /** Whom the answer may name although the viewer does not see them. */
  readonly mayName?: (world: World, viewer: string) => readonly string[]
  /** What the answer may have copies or ids of, because the viewer keeps them. */
  readonly mayKeep?: (world: World, viewer: string) => Kept
  /** Whether the answer may name topics that the viewer does not see any more. */
  readonly mayNameTopics?: boolean
  /** Whether a page may have fewer entries than it was asked for, and another one follow. */
  readonly mayBeShort?: boolean
  /** Whether the answer is that for a visitor, whoever reads it. */
  readonly isForVisitors?: boolean
  /** Whether only the moderator may read it. It names everybody, and is unknown to others. */
  readonly isForStaff?: boolean
  /** Why the answer is not compared with the world. It is searched for hidden members all the same. */
  readonly notCompared?: string
}

/** Every call that reads. */
export type ReadName = {
  [N in EndpointName]: Endpoints[N]['method'] extends 'GET' ? N : never
}[EndpointName]

/** For each call, the ways in which it is read. */
export type Reads = { readonly [N in ReadName]?: readonly Read[] }

export const OWN = { isMembersOnly: true } as const
export const OF_MEMBER = { isUnknown: (see: Sight, { member }: Target) => see.isUnknownMember(member) } as const
/** Lists of a member, which may be for followers. */
export const LIST_OF_MEMBER = {
  ...OF_MEMBER,
  isForOthers: (see: Sight, { member }: Target) => see.isForOthers(member),
} as const
export const OF_POST = { isUnknown: (see: Sight, { post }: Target) => see.isUnknownPost(post) } as const
