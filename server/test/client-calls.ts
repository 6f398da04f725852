import * as apps from '@quack/contract/client-api/apps'
import type { ClientCall } from '@quack/contract/client-api/client-call'
import * as instance from '@quack/contract/client-api/instance'
import * as lists from '@quack/contract/client-api/lists'
import * as media from '@quack/contract/client-api/media'
import * as notifications from '@quack/contract/client-api/notifications'
import * as ownAccount from '@quack/contract/client-api/own-account'
import * as polls from '@quack/contract/client-api/polls'
import * as push from '@quack/contract/client-api/push'
import * as reading from '@quack/contract/client-api/reading'
import * as safety from '@quack/contract/client-api/safety'
import * as timelines from '@quack/contract/client-api/timelines'
import * as writing from '@quack/contract/client-api/writing'

const MODULES = [
  ...[apps, instance, lists, media, notifications, ownAccount],
  ...[polls, push, reading, safety, timelines, writing],
]
const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Object.keys(of) as Key[]

/** Calls whose addresses differ by one part. */
const FAMILIES: readonly ClientCall[] = [
  ...instance.INSTANCE_PATHS.map(instance.getInstanceV1),
  ...Object.entries(instance.EMPTY_LISTS).flatMap(([scope, paths]) =>
    paths.map((path) => instance.listNothing(path, scope)),
  ),
  ...(['follow', 'unfollow'] as const).map(lists.changeHashtag),
  ...safety.DELETE_FILTER.map(safety.deleteFilter),
  ...keysOf(writing.REACTIONS).map(writing.reactTo),
  ...keysOf(writing.RELATIONS).map(writing.relateTo),
]

const isCall = (value: unknown): value is ClientCall => typeof value === 'object' && value !== null && 'method' in value

/** All calls of the client API that are declared. */
export const CLIENT_CALLS = [...MODULES.flatMap((calls) => Object.values<unknown>(calls).filter(isCall)), ...FAMILIES]
