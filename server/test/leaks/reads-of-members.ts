import { LIST_OF_MEMBER, OF_MEMBER, OWN, type Reads, type Target } from './read.ts'
import { named, seenMember, seenPerson } from './seen.ts'
import type { World } from './world.ts'

const members = { part: 'users', isEmbedding: true, seen: seenMember } as const
const followers = (world: World, { member }: Target) =>
  world.follows.filter(({ to }) => to === member).map(({ from }) => from)
const following = (world: World, { member }: Target) =>
  world.follows.filter(({ from }) => from === member).map(({ to }) => to)

export const READS_OF_MEMBERS = {
  listMembers: [{ ...members, path: () => '/api/users', expected: (see) => see.members().map(see.member) }],
  getMember: [
    {
      ...OF_MEMBER,
      part: 'user',
      isSingle: true,
      isEmbedding: true,
      seen: seenMember,
      path: ({ member }) => `/api/users/${member}`,
      expected: (see, { member }) => see.member(member),
    },
  ],
  listFollowers: [
    {
      ...LIST_OF_MEMBER,
      part: 'followers',
      seen: seenPerson,
      path: ({ member }) => `/api/users/${member}/followers`,
      expected: (see, target, world) => see.people(followers(world, target)).map(see.person),
      left: (see, target, world) => see.left(followers(world, target)),
    },
  ],
  listFollowing: [
    {
      ...LIST_OF_MEMBER,
      part: 'following',
      seen: seenPerson,
      path: ({ member }) => `/api/users/${member}/following`,
      expected: (see, target, world) => see.people(following(world, target)).map(see.person),
      left: (see, target, world) => see.left(following(world, target)),
    },
  ],
  listSuggestions: [
    { ...members, ...OWN, path: () => '/api/suggestions', expected: (see) => see.suggestions().map(see.member) },
  ],
  findPeople: [
    {
      ...OWN,
      part: 'people',
      isSingle: true,
      seen: (people: Parameters<typeof seenPerson>[0][]) => people.map(seenPerson),
      path: ({ member }) => `/api/people?name=${member.slice(0, 1)}`,
      expected: (see, { member }) => see.found(member.slice(0, 1)).map(see.person),
    },
  ],
  listFollowRequests: [
    {
      ...OWN,
      part: 'requests',
      seen: named,
      path: () => '/api/follow-requests',
      expected: (see, _target, world) =>
        see.people(world.requests.filter(({ to }) => to === see.viewer).map(({ from }) => from)),
    },
  ],
  listBlocks: [
    {
      ...OWN,
      part: 'blocks',
      seen: named,
      path: () => '/api/blocks',
      expected: (see) => see.chosen('blocks'),
      mayName: (world, viewer) => world.blocks.filter(({ from }) => from === viewer).map(({ to }) => to),
    },
  ],
  listMutes: [
    {
      ...OWN,
      part: 'mutes',
      seen: named,
      path: () => '/api/mutes',
      expected: (see) => see.people(see.mutesOldestFirst()),
    },
  ],
} as const satisfies Reads
