import type { FollowedTag, Tag } from '@quack/contract'
import { OWN, type Read, type ReadName } from './read.ts'
import { ARCHIVE } from './reads-of-archive.ts'
import { READS_OF_FEED } from './reads-of-feed.ts'
import { READS_OF_MEMBERS } from './reads-of-members.ts'
import { READS_OF_MODERATION } from './reads-of-moderation.ts'
import { READS_OF_NAMES } from './reads-of-names.ts'
import { READS_OF_POSTS } from './reads-of-posts.ts'
import { READS_OF_SEARCH } from './reads-of-search.ts'
import { seenNotification } from './seen.ts'
import { notificationsOf } from './sight-of-notifications.ts'

const idle = (path: string, notCompared: string): Read => ({ ...OWN, path: () => path, notCompared })

const notifications = (kind: 'mention' | undefined): Read => ({
  ...OWN,
  part: 'notifications',
  seen: seenNotification,
  path: () => `/api/notifications${kind ? `?kind=${kind}` : ''}`,
  expected: ({ viewer }, _target, world) => notificationsOf(world, viewer ?? '', { kind }),
})

/** A call that reads and is missing here is a compile error. */
export const READS = {
  ...READS_OF_MEMBERS,
  ...READS_OF_POSTS,
  ...READS_OF_FEED,
  ...READS_OF_MODERATION,
  ...READS_OF_SEARCH,
  listMutedWords: [
    {
      ...OWN,
      part: 'words',
      seen: ({ phrase, action }: { phrase: string; action: string }) => ({ phrase, action }),
      path: () => '/api/muted-words',
      expected: (see) => see.words(),
    },
  ],
  getTag: [
    {
      part: 'tag',
      isSingle: true,
      seen: ({ key, name, postsCount }: Tag) => ({ key, name, postsCount }),
      path: ({ topic }) => `/api/tags/${topic}`,
      expected: (_see, { topic }, world) => ({
        key: topic,
        name: world.spellingOf(topic),
        postsCount: world.posts.filter((post) => post.topic === topic && world.isOpen(post)).length,
      }),
    },
  ],
  listFollowedTags: [
    {
      ...OWN,
      part: 'tags',
      seen: ({ name }: FollowedTag) => name,
      path: () => '/api/followed-tags',
      expected: (see, _target, world) => see.followedTags().map((topic) => world.spellingOf(topic)),
    },
  ],
  ...READS_OF_NAMES,
  listTrendingTags: [
    { path: () => '/api/trending-tags', mayNameTopics: true, notCompared: 'counted once a minute, for everybody' },
  ],
  // Read while others write, and when hours have passed, by notifications.ts.
  listNotifications: [notifications(undefined), notifications('mention')],
  getNotificationSettings: [idle('/api/notifications/settings', "the viewer's own choices")],
  getPostMute: [],
  listSessions: [idle('/api/account/sessions', "the viewer's own devices")],
  listAccountEvents: [idle('/api/account/events', 'what happened to the own account')],
  listPasskeys: [idle('/api/account/passkeys', "the viewer's own passkeys")],
  getSecondFactor: [idle('/api/account/second-factor', 'how the viewer can sign in')],
  getEmail: [idle('/api/account/email', "the viewer's own address")],
  getPush: [idle('/api/push', "the viewer's own devices")],
  downloadArchive: [ARCHIVE],
  // Not read like the others: streams.ts keeps it open during writes.
  openEvents: [],
  getMeta: [{ path: () => '/api/meta', notCompared: 'the same for everybody' }],
} as const satisfies Record<ReadName, readonly Read[]>
