import type { Kept } from './read.ts'
import type { Reported, World, WorldDecision, WorldReport } from './world.ts'

/** What members see of their own reports and of decisions about them, and the moderator of everything. */

const newest = <T>(oldestFirst: readonly T[]): T[] => [...oldestFirst].reverse()

const ownReport = ({ id, kind, copy, outcome }: WorldReport) => ({ id, kind, copy, outcome })
const report = (entry: WorldReport) => ({ ...ownReport(entry), subject: entry.subject, by: entry.by })
const decision = ({ id, kind, copy, actions, appeal }: WorldDecision) => ({ id, kind, copy, actions, appeal })

export const ownReports = ({ reports }: World, member: string | null) =>
  newest(reports.filter(({ by }) => by === member)).map(ownReport)

/** Members keep what they have reported: the copies name their authors. */
export const reportedMembers = ({ reports }: World, member: string) =>
  reports.filter(({ by }) => by === member).map(({ subject }) => subject)

/** What a member has copies of: what they have reported, and what was decided about. */
export function keptCopies({ reports, decisions }: World, member: string): Kept {
  const kept = [...reports.filter(({ by }) => by === member), ...decisions.filter(({ subject }) => subject === member)]
  return { numbers: kept.map(({ number }) => number), pictures: kept.flatMap(({ avatar }) => avatar ?? []) }
}

export const decisionsAbout = ({ decisions }: World, member: string | null) =>
  newest(decisions.filter(({ subject }) => subject === member)).map(decision)

/** In the queue, moderators do not read what only followers may: they have to open the report. */
export const reportsOf = (world: World, state: 'open' | 'closed') =>
  newest(world.reports.filter(({ outcome }) => (outcome === 'open') === (state === 'open'))).map((entry) => ({
    ...report(entry),
    ...(isForEveryone(world, entry) ? null : { copy: '' }),
  }))

function isForEveryone(world: World, { kind, number, subject }: Reported): boolean {
  if (kind === 'member') return true
  const author = kind === 'post' ? subject : world.reported(kind, number, subject)?.post?.author
  return author !== undefined && !world.private.has(author) && !world.limited.has(author)
}

export const appealsOf = ({ decisions }: World, state: WorldDecision['appeal']) =>
  newest(decisions.filter(({ appeal }) => appeal === state)).map(decision)

export type StaffFilter = 'all' | 'limited' | 'suspended' | 'staff'
export const staffMembers = (world: World, filter: StaffFilter) =>
  [...world.names]
    .sort()
    .filter((name) => filter !== 'suspended' || world.suspended.has(name))
    .filter((name) => filter !== 'limited' || world.limited.has(name))
    .filter((name) => filter !== 'staff' || name === world.moderator)
    .map((name) => ({
      name,
      role: name === world.moderator ? 'moderator' : null,
      postsCount: world.posts.filter(({ author, isHidden }) => author === name && !isHidden).length,
      limited: world.limited.has(name),
      suspended: world.suspended.has(name),
    }))

/** What the log says after a report was opened: what only followers may read, and was shown. */
export function viewsOf(world: World, entry: WorldReport) {
  const detailOf = (about: Parameters<typeof isForEveryone>[1]) => (isForEveryone(world, about) ? '' : 'for followers')
  const decisions = world.decisions.filter(({ subject }) => subject === entry.subject).slice(-20)
  const views = [
    { kind: 'report', number: entry.id, detail: detailOf(entry) },
    ...decisions.map((each) => ({ kind: 'decision', number: each.id, detail: detailOf(each) })),
  ]
  return views.filter(({ kind, detail }) => kind === 'report' || detail !== '')
}

/** One report, with what was reported as it is now, and the history of its author. */
export function reportInDetail(world: World, entry: WorldReport) {
  const { kind, number, subject } = entry
  const present = world.reported(kind, number, subject)
  const isSame = (each: WorldReport) => each.kind === kind && each.number === number && each.subject === subject
  return {
    report: report(entry),
    present: present && { text: present.copy, hidden: kind === 'post' && present.post?.isHidden === true },
    openReports: newest(world.reports.filter((each) => isSame(each) && each.outcome === 'open'))
      .slice(0, 20)
      .map(report),
    reportCount: world.reports.filter((each) => each.subject === subject).length,
    decisions: decisionsAbout(world, subject).slice(0, 20),
  }
}
