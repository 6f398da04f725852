import type { Action, OwnReport, TargetKind } from '../../data/moderation/reports.ts'

/** How the screens name what the API names by codes. */

export const KIND_WORDS: Readonly<Record<TargetKind, string>> = {
  member: 'Profile',
  post: 'Post',
  comment: 'Comment',
}

export const OUTCOME_WORDS: Readonly<Record<OwnReport['outcome'], string>> = {
  open: 'Waiting for a moderator',
  noAction: 'A moderator saw no reason to act',
  action: 'A moderator has acted',
}

/** To the member. */
export const ACTION_WORDS: Readonly<Record<Action, string>> = {
  none: 'Nothing was done',
  warn: 'This is a warning',
  addWarning: 'A warning covers your post',
  hide: 'Your post is hidden',
  limit: 'Your posts were limited to your followers',
  suspend: 'Your account is suspended',
  delete: 'It was deleted',
}

export const APPEAL_WORDS = {
  open: 'Your appeal waits for a moderator',
  accepted: 'Your appeal was accepted',
  rejected: 'Your appeal was rejected',
} as const
