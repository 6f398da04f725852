import type { ClientCall } from '@quack/contract/client-api/client-call'
import * as lists from '@quack/contract/client-api/lists'
import * as reading from '@quack/contract/client-api/reading'
import * as timelines from '@quack/contract/client-api/timelines'
import type { TestApp } from '../app.ts'
import { createApps } from '../apps.ts'
import { block, comment, follow } from '../blocks.ts'
import { signUp, writePost } from '../members.ts'

/** What some calls do not answer without, and what makes the statements of others differ. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  lookUpAccount: ['acct=NAME'],
  searchAccounts: ['q=duck'],
  search: ['q=duck'],
  listOfAccount: ['only_media=true', 'tagged=duck', 'pinned=true'],
  listStatuses: ['id[]=POST&id[]=COMMENT'],
  listAccounts: ['id[]=MEMBER'],
}
/** From the beginning, downward and upward. */
const PARTS = ['', 'max_id=9007199254740991&since_id=1', 'min_id=1&max_id=9007199254740991']

/** Reads everything that apps of other makers may read, as a member who has blocked somebody. */
export async function readClientLists(app: TestApp): Promise<void> {
  const [member, other, blocked] = [await signUp(app), await signUp(app), await signUp(app)]
  const { _id: post } = await writePost(other, '#duck')
  const id = await comment(member, post, 'A comment')
  await follow(member, other)
  await block(member, blocked)
  const apps = createApps(app.app)
  const token = await apps.tokenOf(await apps.register(), member)
  const values = { NAME: other.username, POST: post, COMMENT: id, MEMBER: other._id }

  for (const [name, call] of Object.entries<unknown>({ ...lists, ...reading, ...timelines })) {
    if (!isRead(call) || call === timelines.listOfList) continue
    const parts = 'max_id' in call.input.properties ? PARTS : ['']
    for (const query of [...(QUERIES[name] ?? ['']).flatMap((each) => parts.map((part) => `${each}&${part}`))]) {
      const path = call.path.replace(/:(id|name|hashtag)/, (_, of) =>
        of === 'id' ? (call.path.includes('accounts') ? other._id : post) : 'duck',
      )
      const url = `${path}?${query.replace(/[A-Z]+/g, (word) => values[word as keyof typeof values] ?? word)}`
      const { statusCode, body } = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`)
    }
  }

  // Then everybody's posts are read in another way.
  await member.call('POST /api/account/languages', { body: { languages: ['de', 'fi'] } })
  for (const part of PARTS) {
    const url = `/api/v1/timelines/public?${part}`
    await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  }
}

function isRead(call: unknown): call is ClientCall {
  return typeof call === 'object' && call !== null && 'method' in call && call.method === 'GET'
}
