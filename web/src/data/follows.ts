import type { MemberSummary } from '@quack/contract'
import { call } from './api/api.ts'
import { isRefusal } from './api/api-errors.ts'
import { reportFailure } from './api/error-notifications.ts'
import { getSession } from './api/session.ts'
import { queryClient } from './cache/query-client.ts'
import { peopleLists, postLists } from './cache/query-keys.ts'
import { createToggleQueue } from './cache/toggle-queue.ts'
import { dropAuthor, refreshFeeds } from './feed-membership.ts'
import { putMember, stepCounts } from './members.ts'
import { getPerson, patchPerson, personOverlays, putPerson, type Relation, usePerson } from './people.ts'

const queue = createToggleQueue<MemberSummary, boolean>({
  keyOf: (member) => member.username.toLowerCase(),
  show(member, following) {
    if ((getPerson(member.username)?.viewer?.following ?? false) === following) return
    patchPerson(member.username, (person) => withFollowing(person, following))
    const step = following ? 1 : -1
    stepCounts(member.username, { followersCount: step })
    const viewer = getSession()
    if (viewer) stepCounts(viewer.username, { followingCount: step })
  },
  async send(member, following) {
    const input = { params: { id: member._id }, query: { embed: 0 } }
    const { user, followUser } = following
      ? await call('POST /api/users/follow/:id', input)
      : await call('POST /api/users/unfollow/:id', input)
    putMember(user)
    putMember(followUser)
    // Visible lists keep their rows, so that a mistaken tap can be undone in the same row.
    void queryClient.invalidateQueries({ queryKey: peopleLists.all, refetchType: 'none' })
    if (following) refreshFeeds()
    else dropAuthor(postLists.feeds, member.username)
  },
  isAlready: (error, following) => isRefusal(error, following ? 'alreadyFollowing' : 'notFollowing'),
  onRefused: reportFailure,
})

function withFollowing<P extends { viewer?: Relation }>(person: P, following: boolean): P {
  return { ...person, viewer: { followedBy: false, ...person.viewer, following } }
}

personOverlays.add((person) => {
  const want = queue.intent(person.username.toLowerCase())
  return want === undefined ? person : withFollowing(person, want)
})

export function useFollow(member: MemberSummary): { following: boolean; setFollowing: (following: boolean) => void } {
  const following = usePerson(member.username)?.viewer?.following ?? false
  return {
    following,
    setFollowing(want) {
      if (!getPerson(member.username)) putPerson(member)
      void queue.set(member, following, want)
    },
  }
}
