import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { PostId } from '../../database/schema.ts'

const textsOf = prepared((db, { ids }: { readonly ids: readonly PostId[] }) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id', 'content', 'alt'])
    .where(isIn(db, 'id', ids)),
)

/** What muted words are looked for in. */
export const listTexts = (db: Connection, ids: readonly PostId[]) => textsOf.all(db, { ids })
