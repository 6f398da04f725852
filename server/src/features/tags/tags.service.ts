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
import { countTagPosts } from './tag-posts.queries.ts'

/** A tag by any spelling, as the viewer sees it. */
export async function getTag(db: Connection, text: string, viewer: Viewer | null, { words }: Hidden): Promise<Tag> {
  const key = tagKey(text)
  const tag = await findTag(db, key)
  const postsCount = tag ? await countTagPosts(db, tag.id) : 0
  return {
    key,
    // The stored spelling may be from a post that the viewer does not see.
    name: tag && postsCount > 0 ? tag.name : text,
    postsCount,
    ...(viewer && {
      viewer: {
        following: tag !== undefined && (await doesFollowTag(db, viewer.id, tag.id)),
        ...(words && (await mutedWordView(db, viewer, key))),
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
