import { spelt } from './topics.ts'
import type { World, WorldPost } from './world.ts'

/** The home feed of one viewer. @param isWanted whether lists of everybody's posts have a post for this viewer */
export function feedSightOf(world: World, viewer: string | null, isWanted: (post: WorldPost) => boolean) {
  const isOwn = ({ author }: WorldPost) => author === viewer
  return {
    feed(sort: 'latest' | 'oldest' | 'trending'): WorldPost[] {
      if (viewer === null) return []
      const oldest = world.posts.filter((post) => isWanted(post) && (isOwn(post) || world.isNews(viewer, post)))
      if (sort === 'oldest') return oldest
      // The sort is stable: of posts with equal counts the newer one stays first.
      return sort === 'latest' ? oldest.reverse() : oldest.reverse().sort((a, b) => b.likeCount - a.likeCount)
    },
    /** The hashtag that has brought a post of the feed, if it is not there by its author. */
    reasonOf(post: WorldPost): string | undefined {
      const isByItsAuthor = isOwn(post) || viewer === null || world.has('follows', viewer, post.author)
      return isByItsAuthor ? undefined : spelt(post.topic, post.author)
    },
    followedTags: (): string[] =>
      world.tagFollows
        .filter(({ by }) => by === viewer)
        .map(({ topic }) => topic)
        .reverse(),
  }
}
