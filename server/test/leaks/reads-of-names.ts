import type { FoundTag } from '@quack/contract'
import { SUGGESTED_MAX } from '@quack/contract/rules/limits'
import { OWN, type Reads } from './read.ts'
import { seenPerson } from './seen.ts'
import type { Sight } from './sight.ts'
import type { World } from './world.ts'

type PersonAnswer = Parameters<typeof seenPerson>[0]
interface Suggested {
  readonly people: readonly PersonAnswer[]
  readonly tags: readonly FoundTag[]
}

/** Members whose usernames begin with this text. No username, and no full name, is this text alone. */
function people({ viewer, ...see }: Sight, world: World, beginning: string) {
  const follows = (from: string | null, to: string | null) => world.has('follows', from ?? '', to ?? '')
  const ranked = [...world.names]
    .reverse()
    .filter((name) => name.startsWith(beginning) && !see.isUnknownMember(name) && !world.suspended.has(name))
    .map((name) => ({
      name,
      near: Number(follows(viewer, name) || follows(name, viewer)),
      followers: world.follows.filter(({ to }) => to === name).length,
    }))
  return ranked.sort((a, b) => b.near - a.near || b.followers - a.followers).map(({ name }) => see.person(name))
}

/** Topics that begin with this text, with their posts. */
function tags(see: Sight, world: World, beginning: string) {
  const posts = world.posts.filter((post) => world.isOpen(post) && !see.isUnknownMember(post.author))
  const topics = Map.groupBy(posts, ({ topic }) => topic)
  return [...topics.keys()]
    .filter((topic) => topic.startsWith(beginning))
    .sort()
    .map((key) => ({ key, name: world.spellingOf(key), postsCount: topics.get(key)?.length }))
}

const seenTag = ({ key, name, postsCount }: FoundTag) => ({ key, name, postsCount })

export const READS_OF_NAMES = {
  searchPeople: [
    {
      ...OWN,
      part: 'people',
      seen: seenPerson,
      path: ({ member }) => `/api/search/people?q=${member.slice(0, 1)}`,
      expected: (see, { member }, world) => people(see, world, member.slice(0, 1)),
    },
    // Their first names.
    {
      ...OWN,
      part: 'people',
      seen: seenPerson,
      path: () => '/api/search/people?q=of',
      expected: (see, _target, world) => people(see, world, ''),
    },
  ],
  searchTags: [
    {
      ...OWN,
      part: 'tags',
      seen: seenTag,
      // It may end where the search has stopped looking, at a hashtag that the viewer does not see.
      mayBeShort: true,
      path: ({ topic }) => `/api/search/tags?q=${topic.slice(0, 1)}`,
      expected: (see, { topic }, world) => tags(see, world, topic.slice(0, 1)),
    },
  ],
  suggestSearch: [
    {
      ...OWN,
      isSingle: true,
      seen: (found: Suggested) => ({ people: found.people.map(seenPerson), tags: found.tags.map(seenTag) }),
      path: ({ member }) => `/api/search/suggestions?q=${member.slice(0, 1)}`,
      expected: (see, { member }, world) => ({
        people: people(see, world, member.slice(0, 1)).slice(0, SUGGESTED_MAX),
        tags: tags(see, world, member.slice(0, 1)).slice(0, SUGGESTED_MAX),
      }),
    },
  ],
} as const satisfies Reads
