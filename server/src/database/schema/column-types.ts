import type { ColumnType } from 'kysely'

declare const brand: unique symbol
type Branded<Name extends string> = number & { readonly [brand]: Name }
export type MemberId = Branded<'member'>
export type PostId = Branded<'post'>
export type CommentId = Branded<'comment'>
export type TagId = Branded<'tag'>
export type SessionId = Branded<'session'>
export type ReportId = Branded<'report'>
export type DecisionId = Branded<'decision'>
export type ApplicationId = Branded<'application'>
/** Of a group of notifications. */
export type GroupId = Branded<'group'>
export type AppId = Branded<'app'>
export type InvitationId = Branded<'invitation'>

/** What a report is about. */
export type TargetKind = 'member' | 'post' | 'comment'

/** Set when the row is inserted, never changed. */
export type Fixed<T> = ColumnType<T, T, never>
