import type { Generated } from 'kysely'
import type { ApplicationId, DecisionId, Fixed, InvitationId, MemberId, ReportId, TargetKind } from './column-types.ts'

/** The tables of reports, moderation and sign-up modes. */
export interface ModerationSchema {
  reports: {
    id: Fixed<ReportId>
    reporter_id: Fixed<MemberId>
    /** The member who is reported, or who wrote what is reported. */
    subject_id: Fixed<MemberId>
    target_kind: Fixed<TargetKind>
    /** The id of a member, post or comment. It may be gone: a report outlives what it is about. */
    target_id: Fixed<number>
    /** The title of the rule at that time. */
    rule: string
    text: string
    /** What was reported, as it was then, in JSON (reports.view.ts). */
    copy: string
    closed_at: Generated<number | null>
    /** Whether the decision that closed it did anything. */
    has_consequence: Generated<0 | 1>
  }
  /** What moderators decided about a member or what the member wrote. */
  decisions: {
    id: Fixed<DecisionId>
    member_id: Fixed<MemberId>
    target_kind: Fixed<TargetKind>
    target_id: Fixed<number>
    copy: Fixed<string>
    /** A JSON array of actions. */
    actions: Fixed<string>
    /** To the member. */
    message: Fixed<string>
    suspended_until: Fixed<number | null>
    /** Whether the member is suspended or limited, or the post hidden, because of this decision and no later one. */
    suspends: Generated<0 | 1>
    limits: Generated<0 | 1>
    hides: Generated<0 | 1>
    /** What was put on the post; empty for nothing. */
    warning: Generated<string>
    /** Whether it is there because of this decision and no later one. */
    adds_warning: Generated<0 | 1>
    /** The member's appeal; null if there is none. */
    appeal: Generated<string | null>
    appealed_at: Generated<number | null>
    appeal_state: Generated<'open' | 'accepted' | 'rejected' | null>
    appeal_answer: Generated<string | null>
  }
  /** Sign-ups that wait for approval, and those that were rejected in the last 30 days. */
  applications: {
    id: Fixed<ApplicationId>
    username: Fixed<string>
    username_key: Fixed<string>
    first_name: Fixed<string>
    last_name: Fixed<string>
    email: Fixed<string>
    password_hash: Fixed<string>
    avatar_url: Fixed<string>
    extra: Fixed<string>
    /** To the question of the installation. */
    answer: Fixed<string>
    rejected_at: Generated<number | null>
    /** Why it was rejected. */
    reason: Generated<string>
  }
  /** Links with which people sign up. Only the hash of the token is stored. */
  invitations: {
    id: Fixed<InvitationId>
    token_hash: Fixed<string>
    creator_id: Fixed<MemberId>
    uses: Generated<number>
    max_uses: Fixed<number>
    expires_at: number
  }
  /**
   * What the staff and the operator did. Triggers refuse updates and deletes. The ids are plain numbers, because rows
   * stay when a member leaves; they contain no personal data besides these ids.
   */
  audit_log: {
    id: Fixed<number>
    /** Null for the operator's command line. */
    actor_id: Fixed<number | null>
    action: Fixed<string>
    target_kind: Fixed<string>
    target_id: Fixed<number | null>
    detail: Fixed<string>
  }
}
