import { prepared } from '../../../database/prepared.ts'
import { isOpen } from '../records/open-media.ts'

/** What the media route needs to know about a file. */
export const findServed = prepared((db, { name }: { readonly name: string }) =>
  db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'frames', 'has_poster', 'state'])
    .select(isOpen(name).as('is_open'))
    .where('name', '=', name)
    .where('removing_at', 'is', null),
).first
