import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { PUBLIC, setAudience } from './audience.ts'
import { block } from './blocks.ts'
import { signUp, type TestMember } from './members.ts'

type Add = (endpoint: string, path: string, part: string, expected: readonly string[]) => void

/**
 * The lists of whom and what the reader does not want to see, of requests to follow and of followed hashtags, with ten
 * entries each. The blocked members are new, because
 * they leave every other list of the reader. The muted ones are `followed`, because suggestions have no others.
 */
export async function addHidingLists(app: TestApp, reader: TestMember, followed: readonly TestMember[], add: Add) {
  const blocked: string[] = []
  const muted: string[] = []
  const words: string[] = []
  const tags: string[] = []
  for (const member of followed.slice(0, 10)) {
    const other = await signUp(app)
    await block(reader, other)
    blocked.unshift(other._id)
    await reader.call('POST /api/users/mute/:id', { params: { id: member._id }, body: { duration: 'always' } })
    muted.unshift(member._id)
    const body = { phrase: `never ${words.length}`, action: 'collapse', duration: 'always' } as const
    const { word } = await reader.call('POST /api/muted-words', { body })
    words.unshift(word._id)
    const tag = `never${words.length}`
    await reader.call('POST /api/tags/:tag/follow', { params: { tag } })
    tags.unshift(tag)
  }
  // The muted members ask to follow: whoever is muted may.
  await reader.call('POST /api/account/private', { body: { private: true } })
  for (const member of followed.slice(0, 10)) {
    await member.call('POST /api/users/follow/:id', { params: { id: reader._id }, query: { embed: 0 } })
  }
  // Lists of everybody's posts do not contain those of private members. The call would accept the requests.
  await setAudience(app, reader, PUBLIC)
  add('listFollowRequests', '/api/follow-requests', 'requests', muted)
  add('listBlocks', '/api/blocks', 'blocks', blocked)
  add('listMutes', '/api/mutes', 'mutes', muted)
  add('listMutedWords', '/api/muted-words', 'words', words)
  const { tags: followedTags } = await reader.call('GET /api/followed-tags')
  expect(followedTags.map(({ key }) => key)).toEqual(tags)
  add(
    'listFollowedTags',
    '/api/followed-tags',
    'tags',
    followedTags.map(({ _id }) => _id),
  )
}
