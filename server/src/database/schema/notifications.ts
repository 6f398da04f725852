import type { NotificationKind } from '@quack/contract'
import type { Generated } from 'kysely'
import type { CommentId, Fixed, GroupId, MemberId, PostId } from './column-types.ts'

/** The tables of notifications (docs/decisions/033-notifications.md). */
export interface NotificationsSchema {
  /**
   * Events of one kind about one thing, from this group's first one for twelve hours. The id is the time of the first.
   */
  notification_groups: {
    id: Fixed<GroupId>
    recipient_id: Fixed<MemberId>
    kind: Fixed<NotificationKind>
    /** What it is about: the id of a post, comment or report; 0 for follows and requests. */
    target_id: Fixed<number>
    /** The post to show, and the comment, if it is about these. */
    post_id: Fixed<PostId | null>
    comment_id: Fixed<CommentId | null>
  }
  /**
   * What somebody has done, once, however often it was taken back and repeated. It is shown while it is true, which the
   * rows that it is about tell (notifications.shown.ts).
   */
  notification_events: {
    recipient_id: Fixed<MemberId>
    kind: Fixed<NotificationKind>
    /**
     * The post that was liked, reposted or edited, or that quotes; the comment that was written or upvoted; what
     * mentions; the poll; the report; 0 for follows and requests.
     */
    source_id: Fixed<number>
    /** For the outcome of a report, and the end of an own poll: the recipient. */
    actor_id: Fixed<MemberId>
    group_id: Fixed<GroupId>
    /** The comment that was written. */
    comment_id: Fixed<CommentId | null>
    at: Fixed<number>
    /** 1 if it has to be sent to the recipient's devices. */
    push: Generated<0 | 1>
  }
  /** What a member has chosen for a kind; without a row, everything is on, from everyone. */
  notification_kinds: {
    member_id: Fixed<MemberId>
    kind: Fixed<NotificationKind>
    list: 0 | 1
    push: 0 | 1
    audience: 'everyone' | 'followed' | 'nobody'
  }
  notification_preferences: {
    member_id: Fixed<MemberId>
    /** Events up to this one have been read. */
    read_to: Generated<number>
    /** 0 if what is sent to devices must not say who did what. */
    push_text: Generated<0 | 1>
    /** `QuietHours` of the contract as JSON. */
    quiet_hours: Generated<string | null>
    digest: Generated<'off' | 'daily' | 'weekly'>
    /** When the next digest is due; null if there is none. */
    digest_at: Generated<number | null>
  }
  /** Posts that cause no new notifications for a member. */
  notification_mutes: { post_id: Fixed<PostId>; member_id: Fixed<MemberId>; at: Fixed<number> }
}
