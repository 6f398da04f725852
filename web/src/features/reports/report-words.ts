import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Action, Decision, OwnReport, TargetKind } from '../../data/moderation/reports.ts'

/** How the screens name what the API names by codes. */

/** The label of a copy of what was reported. */
export const COPY_LABELS: Readonly<Record<TargetKind, MessageDescriptor>> = {
  member: msg({ message: 'Profile, as it was', comment: 'Of a member, when it was reported' }),
  post: msg({ message: 'Post, as it was', comment: 'When it was reported' }),
  comment: msg({ message: 'Comment, as it was', comment: 'When it was reported' }),
}

export const OUTCOME_WORDS: Readonly<Record<OwnReport['outcome'], MessageDescriptor>> = {
  open: msg({ message: 'Waiting for a moderator', comment: 'What came of a report' }),
  noAction: msg`A moderator saw no reason to act`,
  action: msg`A moderator has acted`,
}

/** To the member. */
export const ACTION_WORDS: Readonly<Record<Action, MessageDescriptor>> = {
  none: msg`Nothing was done`,
  warn: msg`This is a warning`,
  addWarning: msg`A warning covers your post`,
  hide: msg`Your post is hidden`,
  limit: msg`Your posts were limited to your followers`,
  suspend: msg`Your account is suspended`,
  delete: msg({ message: 'It was deleted', comment: 'The post, comment or profile that was reported' }),
}

export const APPEAL_WORDS: Readonly<Record<NonNullable<Decision['appeal']>['state'], MessageDescriptor>> = {
  open: msg`Your appeal waits for a moderator`,
  accepted: msg`Your appeal was accepted`,
  rejected: msg`Your appeal was rejected`,
}
