import { removeComment, removePost } from './apply-to-post.ts'
import type { Write } from './choose.ts'
import { tellOutcome } from './tell.ts'
import { measureOf, type Outcome, type World, type WorldDecision, type WorldReport } from './world.ts'

const MEASURES = ['hide', 'addWarning', 'limit', 'suspend'] as const

export type ModerationKind = 'report' | 'decide' | 'appeal' | 'decideAppeal' | 'restore' | 'unlimit'

/**
 * Applies reports and appeals of members, and what the moderator does. To others, the moderator's calls are unknown.
 */
export function applyModeration(world: World, kind: ModerationKind, write: Write): Outcome {
  if (kind === 'report') return report(world, write)
  const { by, about } = write
  const decision = world.decisions.find(({ id }) => id === about)
  if (kind === 'appeal') {
    if (decision?.subject !== by) return 'unknown'
    if (decision.appeal !== null) return 'refused'
    decision.appeal = 'open'
    return 'done'
  }
  if (by !== world.moderator) return 'unknown'
  switch (kind) {
    case 'decide': {
      const entry = world.reports.find(({ id }) => id === about)
      return entry ? decide(world, entry, write) : 'unknown'
    }
    case 'decideAppeal':
      return decision?.appeal === 'open' ? decideAppeal(world, decision, write.actions.includes('none')) : 'unknown'
    case 'restore':
      world.measures.delete(`suspend ${write.member}`)
      return world.suspended.delete(write.member) ? 'done' : 'refused'
    case 'unlimit':
      world.measures.delete(`limit ${write.member}`)
      return world.limited.delete(write.member) ? 'done' : 'refused'
  }
}

/** What a write of the kind `report` names. */
export function reportedBy(world: World, { reported, post, comment, member }: Write) {
  return world.reported(reported, { post, comment, member: 0 }[reported], member)
}

function report(world: World, write: Write): Outcome {
  const { by, number } = write
  const found = reportedBy(world, write)
  if (!found || world.hides(by, found.subject)) return 'unknown'
  const { post, ...target } = found
  if (post && world.hidesPost(by, post)) return 'unknown'
  const comment = target.kind === 'comment' && post?.comments.find((each) => each.number === target.number)
  if (post && comment && world.isRemoved(post, comment)) return 'unknown'
  if (target.subject === by) return 'refused'
  // A repeated report replaces the open one, and keeps its copy.
  const isSame = (each: WorldReport) =>
    each.by === by && each.kind === target.kind && each.number === target.number && each.subject === target.subject
  if (!world.reports.some((each) => isSame(each) && each.outcome === 'open')) {
    world.reports.push({ ...target, id: number, by, outcome: 'open' })
  }
  return 'done'
}

function decide(world: World, { id: _, by: __, outcome: ___, ...target }: WorldReport, write: Write): Outcome {
  const { actions, about, number } = write
  const { kind, subject } = target
  const isForPosts = actions.includes('hide') || actions.includes('addWarning')
  const isUnfit = (isForPosts && kind !== 'post') || (actions.includes('delete') && kind === 'member')
  if (isUnfit || subject === world.moderator) return 'refused'
  const isAction = !actions.includes('none')
  for (const each of world.reports.filter(({ id }) => id === about)) {
    if (each.outcome === 'open' || isAction) each.outcome = isAction ? 'action' : 'noAction'
    tellOutcome(world, each)
  }
  if (!isAction) return 'done'
  world.decisions.push({ ...target, id: number, actions, appeal: null })
  for (const action of MEASURES) if (actions.includes(action)) world.measures.set(measureOf(action, target), number)
  tell(world, subject)
  const found = world.reported(kind, target.number, subject)
  if (actions.includes('hide') && found?.post) {
    found.post.isHidden = true
    found.post.isPinned = false
  }
  if (actions.includes('addWarning') && found?.post) found.post.isWarnedByStaff = true
  if (actions.includes('limit')) world.limited.add(subject)
  if (actions.includes('suspend')) world.suspended.add(subject)
  if (actions.includes('delete') && found?.post) {
    if (kind === 'post') removePost(world, found.post)
    else {
      const comment = found.post.comments.find(({ number: each }) => each === target.number)
      if (comment) removeComment(world, found.post, comment)
    }
  }
  return 'done'
}

/** Accepting takes back what is in force because of this decision. */
function decideAppeal(world: World, decision: WorldDecision, isRejected: boolean): Outcome {
  decision.appeal = isRejected ? 'rejected' : 'accepted'
  tell(world, decision.subject)
  if (isRejected) return 'done'
  const found = world.reported(decision.kind, decision.number, decision.subject)
  const isItsOwn = (action: (typeof MEASURES)[number]) =>
    world.measures.get(measureOf(action, decision)) === decision.id
  if (isItsOwn('hide') && found?.post) found.post.isHidden = false
  if (isItsOwn('addWarning') && found?.post) found.post.isWarnedByStaff = false
  if (isItsOwn('limit')) world.limited.delete(decision.subject)
  if (isItsOwn('suspend')) world.suspended.delete(decision.subject)
  return 'done'
}

const tell = (world: World, member: string) => world.unread.set(member, (world.unread.get(member) ?? 0) + 1)
