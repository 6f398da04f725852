import type { Tag } from '@quack/contract'
import { MUTED_WORDS_MAX } from '@quack/contract/rules/limits'
import { tagKey } from '@quack/contract/rules/references'
import { phraseKey } from '@quack/contract/rules/search/word-matcher'
import type { Connection } from '../../database/database.ts'
import type { Hidden } from '../../reading/hidden.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { listWords } from '../mutes/mutes.queries.ts'
import { findTag } from '../posts/post-tags.queries.ts'
import { doesFollowTag } from './tag-follows.queries.ts'
import { summarizeTagPosts } from './tag-posts.queries.ts'
import { spellingIn } from './tag-spelling.ts'

/** A tag by any spelling, as everyone sees it: spelt as in the first post with it, or as in the argument. */
export async function getSeenTag(db: Connection, text: string) {
  const key = tagKey(text)
  const tag = await findTag(db, key)
  const posts = tag ? await summarizeTagPosts(db, tag.id) : { count: 0, text: null }
  return { id: tag?.id ?? null, key, name: spellingIn(posts.text, key, text), postsCount: posts.count }
}

/** The same, as the viewer sees it. */
export async function getTag(db: Connection, text: string, viewer: Viewer | null, { words }: Hidden): Promise<Tag> {
  const { id, ...tag } = await getSeenTag(db, text)
  return {
    ...tag,
    ...(viewer && {
      viewer: {
        following: id !== null && (await doesFollowTag(db, viewer.id, id)),
        ...(words && (await mutedWordView(db, viewer, tag.key))),
      },
    }),
  }
}

async function mutedWordView(db: Connection, viewer: Viewer, key: string): Promise<{ mutedWord: string } | null> {
  const all = { limit: MUTED_WORDS_MAX, after: null }
  const words = await listWords(db, viewer.id, all, Date.now())
  const word = words.find(({ phrase }) => phraseKey(phrase) === `#${key}`)
  return word ? { mutedWord: String(word.id) } : null
}
