import { OWN, type Read, type Reads, type Target } from './read.ts'
import { seenPost } from './seen.ts'
import type { Sight } from './sight.ts'
import { langOf, type World, type WorldPost } from './world.ts'

/** Which posts a search is for, among those that the viewer may find. */
type Wanted = (post: WorldPost, target: Target, world: World, viewer: string) => boolean

/** Searches in words that hidden posts have as well. */
const search = (q: (target: Target) => string, isWanted: Wanted, isOfFeed = true): Read => ({
  ...OWN,
  part: 'posts',
  isEmbedding: true,
  seen: seenPost,
  path: (target) => `/api/search/posts?q=${q(target)}`,
  expected: (see, target, world) => {
    const viewer = see.viewer ?? ''
    const found = [...world.posts].reverse().filter((post) => {
      const isLeftOut = isOfFeed && world.has('mutes', viewer, post.author)
      return !isLeftOut && !world.hidesPost(viewer, post) && isWanted(post, target, world, viewer)
    })
    // Muted words count where muted members do.
    return isOfFeed ? see.posts(found) : found.map(see.post)
  },
})
const all: Wanted = () => true
const isOnTopic: Wanted = ({ topic }, { post }) => topic === post.topic
const names: Wanted = ({ author, mentioned }, { member }) => author === member || mentioned === member
const isBookmarked: Wanted = (post, _target, world, viewer) =>
  world.bookmarks.some((bookmark) => bookmark.by === viewer && bookmark.post === post)

const ofMember: Read = {
  ...search(
    ({ member }) => `from:${member} text`,
    ({ author }, { member }) => author === member,
    false,
  ),
  isUnknown: (see: Sight, { member }: Target) => see.isUnknownMember(member),
}

export const READS_OF_SEARCH = {
  searchPosts: [
    search(() => 'text', all),
    search(() => '-nothing&order=best', all),
    search(
      ({ post }) => `"text ${post.number}"`,
      (post, target) => post === target.post,
    ),
    search(({ post }) => `tag:${post.topic}`, isOnTopic),
    search(({ post }) => `${post.topic.slice(0, 4)}* -nothing`, isOnTopic),
    search(({ member }) => `${member.slice(0, 3)}*`, names),
    search(
      () => 'in:following text',
      ({ author }, _target, world, viewer) => world.has('follows', viewer, author),
    ),
    search(
      () => 'lang:de',
      ({ number }) => langOf(number).startsWith('de'),
    ),
    search(
      () => 'has:poll',
      ({ poll }) => poll !== null,
    ),
    // No longer found by what it has asked before.
    search(
      () => 'nay',
      ({ poll }) => poll?.options.at(-1) === 'Nay',
    ),
    search(() => 'in:bookmarks text', isBookmarked, false),
    search(
      () => 'in:likes',
      ({ up }, _target, _world, viewer) => up.includes(viewer),
      false,
    ),
    search(
      () => 'from:me',
      ({ author }, _target, _world, viewer) => author === viewer,
      false,
    ),
    ofMember,
  ],
} as const satisfies Reads
