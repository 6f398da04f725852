import { type SqlBool, sql } from 'kysely'
import { isForEveryone } from '../../visibility/audience.ts'
import { isPostVisible, isVisible } from '../../visibility/visibility.ts'

/** `mediaUrl` in SQL: the name may be the placeholder of a prepared statement. */
export const addressOf = (name: string) => sql<string>`'/media/' || cast(${name} as text)`

/**
 * Everyone may see a file that a public post shows or that is a member's avatar, and one that a member has uploaded for a
 * post that is still to come: its form shows it. Nobody has one to come whose account is deleted. The same file may also
 * belong to posts that are not public.
 */
export const isOpen = (name: string) => sql<SqlBool>`(
  exists (select 1 from posts join members on members.id = posts.author_id
    where posts.media_name = ${name} and ${isPostVisible} and ${isVisible} and ${isForEveryone})
  or (not exists (select 1 from posts where posts.media_name = ${name})
    and exists (select 1 from media_uploads join members on members.id = media_uploads.member_id
      where media_uploads.name = ${name} and ${isVisible}))
  or exists (select 1 from members where members.avatar_url = ${addressOf(name)} and ${isVisible}))`
