import type { ClientInput } from '@quack/contract/client-api/client-call'
import type { Account, Relationship } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/reading'
import { listRelationships, RELATIONS, type Relation, relateTo } from '@quack/contract/client-api/writing'
import { MUTE_DURATIONS } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Connection, Database } from '../../../database/database.ts'
import { parseIds } from '../../../database/ids.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { blockMember, unblockMember } from '../../blocks/blocks.service.ts'
import { listAskingAmong } from '../../follows/follow-requests.queries.ts'
import { acceptRequest, rejectRequest, removeFollower } from '../../follows/follow-requests.service.ts'
import { followMember, unfollowMember } from '../../follows/follows.service.ts'
import { parseMemberId } from '../../members/members.service.ts'
import { muteMember, unmuteMember } from '../../mutes/mutes.service.ts'
import { hideReposts, showReposts } from '../../reposts/reposts.service.ts'
import { listBlocksAmong } from '../../visibility/visibility.queries.ts'
import { bindClient } from '../transport/bind-client.ts'
import { unlessRefused } from '../transport/client-errors.ts'
import { accountView, credentialView, relationshipView } from './account.view.ts'
import { findAccount, readAccount, readHandle, readMembers } from './accounts.read.ts'

export function registerAccounts(scope: FastifyInstance, db: Database): void {
  bindClient(scope, calls.getUserInfo, async ({ viewer, hydration, urls }) => {
    const member = await findAccount(db.read, viewer.id, hydration)
    const { username, display_name: name, url, avatar } = accountView(member, urls)
    return { iss: `${urls.origin}/`, sub: url, name, preferred_username: username, profile: url, picture: avatar }
  })

  bindClient(scope, calls.verifyAccount, async ({ viewer, hydration, urls }) =>
    credentialView(await findAccount(db.read, viewer.id, hydration), urls),
  )

  bindClient(scope, calls.lookUpAccount, async (context) =>
    required(await readHandle(db.read, context.input.acct, context)),
  )

  bindClient(scope, calls.getAccount, async (context) =>
    required(await readAccount(db.read, parseMemberId(context.params.id), context)),
  )

  for (const relation of Object.keys(RELATIONS) as Relation[]) {
    bindClient(scope, relateTo(relation), async ({ params, input, viewer, hydration, request }) => {
      const id = parseMemberId(params.id)
      await unlessRefused(CHANGES[relation](db, viewer, id, input), (code) => UNCHANGED.has(code), null)
      // What the viewer does not see may have changed.
      await request.renewViewer()
      const changed = { ...hydration, hidden: request.hidden }
      const [made] = await readRelationships(db.primary, viewer, [id], changed)
      if (!made) throw new AppError('memberUnknown')
      return made
    })
  }

  bindClient(scope, listRelationships, ({ input, viewer, hydration }) =>
    readRelationships(db.read, viewer, parseIds<MemberId>(input.id), hydration),
  )
}

/** @throws memberUnknown */
function required(account: Account | undefined): Account {
  if (!account) throw new AppError('memberUnknown')
  return account
}

type Input = ClientInput<ReturnType<typeof relateTo>>

/** Refusals of what is so already: apps ask again and again. */
const UNCHANGED = new Set<string>(['alreadyBlocked', 'notBlocked', 'notMuted', 'notFollower'])

type Change = (db: Database, viewer: Viewer, id: MemberId, input: Input) => Promise<unknown>
const CHANGES: Readonly<Record<Relation, Change>> = {
  async follow(db, viewer, id, { reblogs }) {
    await followMember(db, viewer, id)
    if (reblogs === true) await showReposts(db, viewer, id)
    // Who is asked is not followed yet.
    if (reblogs === false) await unlessRefused(hideReposts(db, viewer, id), (code) => code === 'notFollowing', null)
  },
  mute: (db, viewer, id, { duration = 0 }) => muteMember(db, viewer, id, { duration: durationOf(duration) }),
  ...{ unmute: unmuteMember, unfollow: unfollowMember, block: blockMember, unblock: unblockMember },
  ...{ remove_from_followers: removeFollower, authorize: acceptRequest, reject: rejectRequest },
}

/**
 * In the order of the ids. Members whom the viewer does not see are left out, but for those whom the viewer has
 * blocked.
 */
async function readRelationships(
  db: Connection,
  { id: viewer }: Viewer,
  ids: readonly MemberId[],
  hydration: Hydration,
): Promise<Relationship[]> {
  if (ids.length === 0) return []
  const members = new Map((await readMembers(db, ids, hydration)).map((member) => [member._id, member]))
  const blocks = await listBlocksAmong(db, { members: [viewer, ...ids] })
  const blocking = new Set(blocks.flatMap((block) => (block.blocker_id === viewer ? block.blocked_id : [])))
  const asking = await listAskingAmong(db, viewer, ids)
  return ids.flatMap((id) => {
    const member = members.get(String(id)) ?? (blocking.has(id) ? { _id: String(id) } : null)
    return member ? relationshipView(member, { isBlocking: blocking.has(id), hasAsked: asking.has(id) }) : []
  })
}

/** The shortest of our mutes that is as long. @param seconds 0 for one without an end */
export function durationOf(seconds: number): keyof typeof MUTE_DURATIONS {
  if (seconds === 0) return 'always'
  const longEnough = Object.entries(MUTE_DURATIONS).find(([, length]) => length !== null && length >= seconds * 1_000)
  return (longEnough?.[0] ?? 'always') as keyof typeof MUTE_DURATIONS
}
