import { existsSync, readdirSync, statSync } from 'node:fs'
import { GUEST } from '@quack/contract/rules/demo'
import { BIO_MAX_LENGTH, NAME_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isCommentable, isPostable, toWebsite, USERNAME_PATTERN } from '@quack/contract/rules/text'
import { describe, expect, it } from 'vitest'
import { DEMO } from './demo.content.ts'

const MEDIA = new URL('media/', import.meta.url)
const PUBLIC = new URL('../../../../web/public/', import.meta.url)
const KB = 1024
const MINUTES_PER_DAY = 24 * 60

const usernames = new Set<string>(DEMO.members.map((member) => member.username))
const joinedAgo = new Map<string, number>(
  DEMO.members.map((member) => [member.username, member.joinedDaysAgo * MINUTES_PER_DAY]),
)

/** Fails unless every name is a member's, none comes twice and `self` is not among them. */
function expectDistinctMembers(names: readonly string[], self?: string) {
  expect(names.filter((name) => !usernames.has(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  if (self !== undefined) expect(names).not.toContain(self)
}

describe('the members', () => {
  it('are ten, one of them the guest, each with a name of their own', () => {
    expect(DEMO.members).toHaveLength(10)
    expect(usernames.size).toBe(10)
    expect(usernames).toContain(GUEST.username)
    expect(new Set(DEMO.members.map((member) => member.email)).size).toBe(10)
  })

  it.each(DEMO.members)('$username could have signed up and edited a profile', (member) => {
    expect(member.username).toMatch(new RegExp(USERNAME_PATTERN))
    expect(member.email).toMatch(/@example\.com$/)
    expect(member.firstName.length).toBeLessThanOrEqual(NAME_MAX_LENGTH)
    expect(member.lastName.length).toBeLessThanOrEqual(NAME_MAX_LENGTH)
    expect(member.bio.length).toBeLessThanOrEqual(BIO_MAX_LENGTH)
    expect(toWebsite(member.website)).toBe(member.website)
  })

  it.each(DEMO.members)('$username has a small avatar', (member) => {
    const { size } = statSync(new URL(member.avatarURL.slice(1), PUBLIC))
    expect(size).toBeLessThan(15 * KB)
  })

  it.each(Object.entries(DEMO.follows))('%s follows three to six others, each once', (username, followed) => {
    expectDistinctMembers(followed, username)
    expect(followed.length).toBeGreaterThanOrEqual(3)
    expect(followed.length).toBeLessThanOrEqual(6)
  })

  it('leave the guest three or four to be suggested', () => {
    const others = DEMO.members.length - 1
    const left = others - (DEMO.follows[GUEST.username]?.length ?? 0)
    expect([3, 4]).toContain(left)
  })
})

describe('the posts', () => {
  it('are nineteen, newest first', () => {
    expect(DEMO.posts).toHaveLength(19)
    expect(new Set(DEMO.posts.map((post) => post.key)).size).toBe(19)
    const ages = DEMO.posts.map((post) => post.minutesAgo)
    expect(ages).toEqual([...ages].sort((one, other) => one - other))
  })

  it.each(DEMO.posts)('$key is written by a member who had joined, and could be posted', (post) => {
    expect(joinedAgo.get(post.author)).toBeGreaterThan(post.minutesAgo)
    expect(isPostable({ content: post.content, mediaUrl: post.media?.file ?? '' })).toBe(true)
  })

  it.each(DEMO.posts)('$key is liked once at most by each, and not by its author', (post) => {
    expectDistinctMembers(post.likedBy, post.author)
  })

  it.each(DEMO.posts)('$key has comments by members, after the post and before now, in order', (post) => {
    const times = post.comments.map((comment) => comment.minutesAfter)
    expect(times).toEqual([...times].sort((one, other) => one - other))
    for (const { author, text, minutesAfter, upvotedBy = [], downvotedBy = [] } of post.comments) {
      expect(minutesAfter).toBeGreaterThan(0)
      expect(minutesAfter).toBeLessThan(post.minutesAgo)
      expect(joinedAgo.get(author)).toBeGreaterThan(post.minutesAgo - minutesAfter)
      expect(isCommentable(text)).toBe(true)
      expectDistinctMembers([...upvotedBy, ...downvotedBy], author)
    }
  })

  it('have twenty to thirty-five comments altogether', () => {
    const count = DEMO.posts.flatMap((post) => post.comments).length
    expect(count).toBeGreaterThanOrEqual(20)
    expect(count).toBeLessThanOrEqual(35)
  })

  it('are bookmarked by the guest once each', () => {
    const keys = new Set(DEMO.posts.map((post) => post.key))
    expect(DEMO.guestBookmarks.filter((key) => !keys.has(key))).toEqual([])
    expect(new Set(DEMO.guestBookmarks).size).toBe(DEMO.guestBookmarks.length)
  })
})

describe('the media', () => {
  const media = DEMO.posts.flatMap((post) => post.media ?? [])

  it.each(media)('$file is there, small and described', ({ file, alt }) => {
    expect(existsSync(new URL(file, MEDIA))).toBe(true)
    expect(statSync(new URL(file, MEDIA)).size).toBeLessThan((file.endsWith('.webp') ? 120 : 300) * KB)
    expect(file).toMatch(/\.(webp|mp4)$/)
    expect(alt).not.toBe('')
  })

  it('holds no file that no post shows', () => {
    expect(readdirSync(MEDIA).sort()).toEqual(media.map(({ file }) => file).sort())
  })
})
