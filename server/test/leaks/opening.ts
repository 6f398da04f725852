import type { Write } from './choose.ts'
import { perform, type Stage } from './perform.ts'
import { ownTopicOf, SHARED_TOPIC } from './topics.ts'

const USUAL: Write = {
  kind: 'post',
  number: 0,
  by: '',
  member: '',
  post: 0,
  comment: 0,
  isAnswer: false,
  whoMayComment: 'everyone',
  whoMayRepost: null,
  whoMayQuote: null,
  quote: 0,
  topic: '',
  hasPicture: false,
  file: 0,
  address: 'plain',
  isPrivate: true,
  isWarned: true,
  wordAction: 'hide',
  reported: 'post',
  about: 0,
  actions: ['hide'],
  notificationKind: 'like',
  choice: { list: true, push: true, from: 'everyone' },
  isForNotifications: false,
  isEarlier: false,
}

/**
 * The first writes of a world, after which there is something unseen of each kind: posts of a private member, a hidden
 * and a deleted one, with pictures and with hashtags that no other post has, to which others have reacted before; and a
 * hashtag that a private member has used first.
 * @returns the number of the last write
 */
export async function open(stage: Stage): Promise<number> {
  const { names, moderator } = stage.world
  const [, closed = '', hidden = '', reader = '', reporter = '', blocker = ''] = names
  let number = 0
  const act = async (kind: Write['kind'], by: string, about: Partial<Write> = {}): Promise<number> => {
    const write = { ...USUAL, kind, by, number: ++number, member: by, ...about }
    const problem = await perform(stage, write)
    if (problem) throw new Error(`At the opening, ${JSON.stringify(write)}: ${problem}`)
    return number
  }
  const post = (by: string) => act('post', by, { topic: ownTopicOf(names, by), hasPicture: true })
  const react = async (by: string, to: number) => {
    await act('like', by, { post: to })
    await act('bookmark', by, { post: to })
    await act('repost', by, { post: to })
    await act('quote', by, { post: to, topic: ownTopicOf(names, by) })
    return act('comment', by, { post: to })
  }

  const ofClosed = await post(closed)
  await act('upvote', reader, { post: ofClosed, comment: await react(reader, ofClosed) })
  const warning = await act('report', reporter, { post: ofClosed })
  await act('decide', moderator, { about: warning, actions: ['warn'] })
  await act('report', reporter, { reported: 'member', member: closed })
  const deleted = await post(closed)
  await act('setPrivate', closed)
  await act('deletePost', closed, { post: deleted })
  await act('followTag', reader, { topic: ownTopicOf(names, closed) })
  // Each spells it in another way.
  for (const by of [closed, reporter]) await act('post', by, { topic: SHARED_TOPIC })

  const ofHidden = await post(hidden)
  await react(reader, ofHidden)
  await act('decide', moderator, { about: await act('report', reporter, { post: ofHidden }) })

  await react(reader, await act('post', blocker, { topic: ownTopicOf(names, blocker) }))
  await act('block', blocker, { member: reader })
  return number
}
