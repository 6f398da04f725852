import { sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../../database/paging.ts'
import type { CommentId, MemberId, PostId, ReportId, TargetKind } from '../../../database/schema.ts'
import { picturesOf, wordsOf } from '../../members/profile-fields.ts'
import { readSentPictures } from '../../posts/further-pictures.queries.ts'
import { isNotUnderBlocker, isPostVisible, isVisible } from '../../visibility/visibility.ts'

/** What can be reported, with its author and the text and media that a report keeps. */
export interface Reported {
  readonly subject: MemberId
  /** Of a comment: who wrote the post under which it is. */
  readonly postAuthor?: MemberId
  readonly text: string
  readonly mediaUrl: string
  readonly alt: string
  readonly furtherPictures?: readonly { url: string; alt: string }[]
  readonly warning?: string
  readonly is_sensitive?: 0 | 1
  readonly poll_options?: string
}

export const COPIED = {
  post: [
    'posts.id',
    'posts.author_id as subject',
    'posts.content as text',
    'posts.media_url as mediaUrl',
    'posts.alt',
    'posts.further_alts',
    'posts.warning',
    'posts.is_sensitive',
    'posts.poll_options',
  ],
  member: ['bio', 'pronouns', 'fields', 'avatar_url', 'header_name'],
} as const

/** @returns undefined if no such post is visible */
export async function findPost(db: Connection, id: PostId): Promise<Reported | undefined> {
  const post = await db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select(COPIED.post)
    .where('posts.id', '=', id)
    .where(isVisible)
    .where(isPostVisible)
    .executeTakeFirst()
  return post && { ...post, furtherPictures: await readSentPictures(db, post) }
}

/** @returns undefined if no such comment is visible */
export function findComment(db: Connection, id: CommentId): Promise<Reported | undefined> {
  return db
    .selectFrom('comments as list')
    .innerJoin('posts', 'posts.id', 'list.post_id')
    .innerJoin('members', 'members.id', 'list.author_id')
    .select(['list.author_id as subject', 'posts.author_id as postAuthor', 'list.text'])
    .select([sql<string>`''`.as('mediaUrl'), sql<string>`''`.as('alt')])
    .where('list.id', '=', id)
    .where(isVisible)
    .where(isPostVisible)
    .where(isNotUnderBlocker)
    .executeTakeFirst()
}

/** @returns undefined if no such member is visible */
export async function findMember(db: Connection, id: MemberId): Promise<Reported | undefined> {
  const row = await db
    .selectFrom('members')
    .select(COPIED.member)
    .where('members.id', '=', id)
    .where(isVisible)
    .executeTakeFirst()
  return row && { subject: id, ...profileCopy(row) }
}

/** What a copy keeps of a profile. */
export function profileCopy(row: Parameters<typeof wordsOf>[0] & Parameters<typeof picturesOf>[0]) {
  const [mediaUrl = '', ...headers] = picturesOf(row)
  return {
    ...{ text: wordsOf(row), mediaUrl, alt: '' },
    ...(headers.length > 0 && { furtherPictures: headers.map((url) => ({ url, alt: 'Header' })) }),
  }
}

export interface NewReport {
  readonly id: ReportId
  readonly reporter: MemberId
  readonly subject: MemberId
  readonly kind: TargetKind
  readonly target: number
  readonly rule: string
  readonly text: string
  readonly copy: string
}

const OWN = ['id', 'target_kind', 'rule', 'text', 'copy', 'closed_at', 'has_consequence'] as const
export type OwnReportRow = Awaited<ReturnType<typeof listByReporter>>[number]

/** A member has one open report about a target. A repeated one replaces its rule and text, and keeps the first copy. */
export function putReport(db: Connection, report: NewReport): Promise<OwnReportRow> {
  const { rule, text } = report
  return db
    .insertInto('reports')
    .values({
      id: report.id,
      reporter_id: report.reporter,
      subject_id: report.subject,
      target_kind: report.kind,
      target_id: report.target,
      rule,
      text,
      copy: report.copy,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['reporter_id', 'target_kind', 'target_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ rule, text }),
    )
    .returning(OWN)
    .executeTakeFirstOrThrow()
}

export const OWN_REPORTS_CURSOR = cursorCodec('own-reports', { id: ID_CODEC })

export function listByReporter(db: Connection, reporter: MemberId, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('reports')
    .select(OWN)
    .where('reporter_id', '=', reporter)
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as ReportId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
