import type { Audit } from './audit.ts'
import { type Dependency, keyOf, type ShippedPackage } from './shipped.ts'

/** docs/dependencies.json: what no other file knows about the shipped packages. */
export interface Notes {
  /** Why each direct dependency is used, by name. */
  readonly reasons: Readonly<Record<string, string>>
  /** The licence of a package whose package.json does not declare one. */
  readonly licences: Readonly<Record<string, string>>
  readonly audit: Audit
  /** What was found by hand, with its date: assessments, and everything that the registry did not answer. */
  readonly lookups: Readonly<Record<string, string>>
}

/** The text between these marks is generated. */
const MARKS = ['<!-- generated -->', '<!-- /generated -->'] as const

/** @returns the page with new lines between its marks */
export function fillPage(page: string, lines: readonly string[]): string {
  const [before, rest] = page.split(MARKS[0])
  const [, after] = rest?.split(MARKS[1]) ?? []
  if (before === undefined || after === undefined) throw new Error(`A page lacks the marks ${MARKS.join(' and ')}`)
  return [before, MARKS[0], '\n\n', lines.join('\n'), '\n\n', MARKS[1], after].join('')
}

/** docs/dependencies.md: the direct dependencies, the licences of all packages, and the last audit. */
export function dependencyLines(
  direct: readonly Dependency[],
  shipped: readonly ShippedPackage[],
  { reasons, licences, audit }: Notes,
): string[] {
  const licence = licenceIn(licences)
  const byLicence = [...Map.groupBy(shipped, licence)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, packages]) => `${name} (${packages.length})`)
  const refused = 'refusal' in audit
  return [
    `There are **${direct.length}** of them:`,
    '',
    ...table(
      ['package', 'version', 'where', 'why'],
      direct.map(({ name, version, where }) => [`\`${name}\``, version, where, reasons[name] ?? '']),
    ),
    '',
    `With their own dependencies, **${shipped.length}** packages are shipped. Their licences: ${byLicence.join(', ')}.`,
    '',
    refused
      ? `Last audit, on ${audit.date}: the registry in use did not answer it (${audit.refusal}).`
      : `Last audit, on ${audit.date}: ${countFound(audit.findings)} packages with a finding.`,
  ]
}

/** docs/advisories.md: every shipped package with its licence and what is known about it. */
export function advisoryLines(shipped: readonly ShippedPackage[], { licences, ...notes }: Notes): string[] {
  const licence = licenceIn(licences)
  const rows = shipped.map((each) => [
    `\`${each.name}\``,
    each.version,
    licence(each),
    findingOf(each, notes) ?? '**not checked**',
  ])
  return table(['package', 'version', 'licence', 'finding'], rows)
}

/** What the audit and the look-ups found of a package; null if neither covers this version. */
export function findingOf(shipped: ShippedPackage, { audit, lookups }: Omit<Notes, 'reasons' | 'licences'>) {
  const key = keyOf(shipped)
  const audited = 'findings' in audit ? audit.findings[key] : undefined
  const found = [
    ...(audited === undefined ? [] : [`${audit.date}: npm audit: ${audited}`]),
    ...(lookups[key] === undefined ? [] : [lookups[key]]),
  ]
  return found.length === 0 ? null : found.join('. ')
}

/** @returns the notes without those of versions that are no longer shipped */
export function pruneNotes(notes: Notes, direct: readonly Dependency[], shipped: readonly ShippedPackage[]): Notes {
  const names = new Set(direct.map(({ name }) => name))
  const keys = new Set(shipped.map(keyOf))
  const keep = (record: Readonly<Record<string, string>>, wanted: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => wanted.has(key)))
  return {
    reasons: keep(notes.reasons, names),
    licences: keep(notes.licences, keys),
    audit: notes.audit,
    lookups: keep(notes.lookups, keys),
  }
}

function licenceIn(licences: Notes['licences']) {
  return (shipped: ShippedPackage) => shipped.licence ?? licences[keyOf(shipped)] ?? 'not declared'
}

function countFound(findings: Readonly<Record<string, string>>): number {
  return Object.values(findings).filter((finding) => finding !== 'nothing found').length
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)]
}
