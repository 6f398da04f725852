import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import { isForEveryone } from '../../members/audience.ts'
import { isPostVisible, isVisible } from '../../members/visibility.ts'
import { mediaUrl } from '../records/media.view.ts'

/**
 * Everyone may see a file that a public post shows or that is a member's avatar, and one that nothing refers to yet. The
 * same file may also belong to posts that are not public.
 */
const isOpen = (name: string, url: string) => sql<SqlBool>`(
  exists (select 1 from posts join members on members.id = posts.author_id
    where posts.media_name = ${name} and ${isPostVisible} and ${isVisible} and ${isForEveryone})
  or not exists (select 1 from posts where posts.media_name = ${name})
  or exists (select 1 from members where members.avatar_url = ${url} and ${isVisible}))`

const servedMedia = prepared((db, { name, url }: { readonly name: string; readonly url: string }) =>
  db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'frames', 'has_poster', 'state'])
    .select(isOpen(name, url).as('is_open'))
    .where('name', '=', name)
    .where('removing_at', 'is', null),
)

/** What the media route needs to know about a file. */
export function findServed(db: Connection, name: string) {
  return servedMedia.first(db, { name, url: mediaUrl(name) })
}
