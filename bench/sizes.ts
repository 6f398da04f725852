import type { Size } from './dataset.ts'

export const SIZES = {
  S: { members: 1_000, posts: 10_000, likes: 50_000, comments: 10_000, votes: 10_000, bookmarks: 5_000 },
  /** As S, with more posts. */
  '25K': { members: 1_000, posts: 25_000, likes: 50_000, comments: 10_000, votes: 10_000, bookmarks: 5_000 },
  /** Larger than the caches, and filled within a minute. */
  '10K': {
    members: 10_000,
    posts: 100_000,
    likes: 500_000,
    comments: 100_000,
    votes: 50_000,
    bookmarks: 50_000,
  },
  M: { members: 100_000, posts: 1_000_000, likes: 5_000_000, comments: 1_000_000, votes: 500_000, bookmarks: 500_000 },
  /** Ten times M, made from it (larger.ts). */
  L: {
    members: 1_000_000,
    posts: 10_000_000,
    likes: 50_000_000,
    comments: 10_000_000,
    votes: 5_000_000,
    bookmarks: 5_000_000,
  },
} as const satisfies Record<string, Size>

export type SizeName = keyof typeof SIZES
