import type { Connection } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import { isOpen } from '../records/open-media.ts'

const servedMedia = prepared((db, { name }: { readonly name: string }) =>
  db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'frames', 'has_poster', 'state'])
    .select(isOpen(name).as('is_open'))
    .where('name', '=', name)
    .where('removing_at', 'is', null),
)

/** What the media route needs to know about a file. */
export function findServed(db: Connection, name: string) {
  return servedMedia.first(db, { name })
}
