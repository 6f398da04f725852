import type { World, WorldComment, WorldPost } from './world.ts'

export type Sight = ReturnType<typeof sightOf>

/** The text of a post or comment. Only its author's name distinguishes it, so that it can be searched for. */
export const textOf = (author: string, number: number): string => `Text ${number} of ${author}.`

/** What one viewer should see of the world. @param embed maximum length of nested lists */
export function sightOf(world: World, viewer: string | null, embed: number) {
  const isSeen = (member: string) => !world.hides(viewer, member)
  const isMuted = (member: string) => viewer !== null && world.has('mutes', viewer, member)
  const newest = <T>(oldestFirst: readonly T[]): T[] => [...oldestFirst].reverse()
  const people = (oldestFirst: readonly string[]) => newest(oldestFirst).filter(isSeen)

  /** Newest first, with the viewer in front. */
  function nested(oldestFirst: readonly string[]): string[] {
    const seen = people(oldestFirst)
    const isListed = viewer !== null && seen.includes(viewer)
    return (isListed ? [viewer, ...seen.filter((name) => name !== viewer)] : seen).slice(0, embed)
  }

  function relation(name: string) {
    if (viewer === null) return undefined
    const follows = { following: world.has('follows', viewer, name), followedBy: world.has('follows', name, viewer) }
    return isMuted(name) ? { ...follows, muted: true } : follows
  }

  function comment(entry: WorldComment) {
    const { number, author, up, down } = entry
    if (!isSeen(author)) {
      return { number, author: '', text: '', hidden: 'member', up: [0], down: [0], viewer: undefined }
    }
    return {
      number,
      author,
      text: textOf(author, number),
      hidden: undefined,
      up: [up.length, ...nested(up)],
      down: [down.length, ...nested(down)],
      viewer: viewer === null ? undefined : { upvoted: up.includes(viewer), downvoted: down.includes(viewer) },
    }
  }

  const comments = (post: WorldPost) =>
    newest(post.comments)
      .filter((entry) => !world.isRemoved(post, entry))
      .map(comment)
  const bookmarks = () =>
    newest(world.bookmarks)
      .filter(({ by, post }) => by === viewer && isSeen(post.author))
      .map(({ post }) => post)
  const chosen = (list: 'blocks' | 'mutes') => world[list].filter(({ from }) => from === viewer).map(({ to }) => to)
  const followersOf = (name: string) => world.follows.filter(({ to }) => to === name).map(({ from }) => from)
  const followingOf = (name: string) => world.follows.filter(({ from }) => from === name).map(({ to }) => to)

  return {
    people,
    comments,
    bookmarks,
    left: (list: readonly string[]) => list.filter((name) => !isSeen(name)).length,
    chosen: (list: 'blocks') => newest(chosen(list)),
    mutesOldestFirst: () => chosen('mutes'),
    members: () => newest(world.names).filter(isSeen),
    allPosts: () => newest(world.posts).filter(({ author }) => isSeen(author) && !isMuted(author)),
    feed(sort: 'latest' | 'oldest' | 'trending'): WorldPost[] {
      const isListed = ({ author }: WorldPost) =>
        author === viewer || (viewer !== null && world.has('follows', viewer, author) && !isMuted(author))
      const oldest = world.posts.filter(isListed)
      if (sort === 'oldest') return oldest
      // The sort is stable: of posts with equal counts the newer one stays first.
      return sort === 'latest' ? oldest.reverse() : oldest.reverse().sort((a, b) => b.likeCount - a.likeCount)
    },
    suggestions(): string[] {
      const followed = followingOf(viewer ?? '')
      const near = new Set(followed.flatMap(followingOf))
      return newest(world.names)
        .filter((name) => name !== viewer && !followed.includes(name) && isSeen(name) && !isMuted(name))
        .map((name) => ({ name, near: near.has(name) ? 1 : 0, followers: followersOf(name).length }))
        .sort((a, b) => b.near - a.near || b.followers - a.followers)
        .map(({ name }) => name)
    },
    person: (name: string) => ({ name, viewer: personRelation(relation(name)) }),
    member(name: string) {
      const followers = followersOf(name)
      const following = followingOf(name)
      return {
        name,
        followers: [followers.length, ...nested(followers)],
        following: [following.length, ...nested(following)],
        postsCount: world.posts.filter(({ author }) => author === name).length,
        bookmarks:
          name === viewer
            ? bookmarks()
                .slice(0, embed)
                .map(({ number }) => number)
            : [],
        viewer: relation(name),
      }
    },
    post(post: WorldPost) {
      const { number, author, likeCount, up, down } = post
      return {
        number,
        author,
        text: textOf(author, number),
        likeCount,
        likedBy: [up.length, ...nested(up)],
        dislikedBy: nested(down),
        comments: comments(post).slice(0, embed),
        commentCount: post.comments.length,
        viewer:
          viewer === null
            ? undefined
            : {
                liked: up.includes(viewer),
                disliked: down.includes(viewer),
                bookmarked: world.bookmarks.some((bookmark) => bookmark.by === viewer && bookmark.post === post),
              },
      }
    },
  }
}

/** Lists of people do not say who is muted. */
function personRelation(relation: { following: boolean; followedBy: boolean } | undefined) {
  return relation && { following: relation.following, followedBy: relation.followedBy }
}
