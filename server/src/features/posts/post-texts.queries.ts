import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { PostId } from '../../database/schema.ts'

/** What muted words are looked for in. */
export const listTexts = prepared((db, { ids }: { readonly ids: readonly PostId[] }) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id', 'content', 'alt'])
    .where(isIn(db, 'id', ids)),
).all
