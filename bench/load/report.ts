import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../server/src/database/database.ts'
import type { FirstPagesResult } from './first-pages.ts'
import type { HalfLoadResult } from './half-load.ts'
import type { MixedResult } from './mixed.ts'
import { ROOT } from './processes.ts'
import type { ReadResult } from './reads.ts'
import type { WriteResult } from './writes.ts'

export interface EngineReport {
  readonly size: string
  readonly runs: number
  readonly seconds: number
  readonly rest: { readonly readyAfter: number; readonly memory: number }
  readonly mixed: MixedResult | null
  readonly firstPages: FirstPagesResult | null
  readonly half: HalfLoadResult | null
  readonly reads: readonly ReadResult[]
  readonly writes: readonly WriteResult[]
  /** Results on the small dataset. */
  readonly small: readonly ReadResult[]
}

interface Dated extends EngineReport {
  readonly date: string
  readonly machine: { readonly processor: string; readonly processors: number; readonly node: string }
}
type Reports = { readonly [E in Engine]?: Dated }

const PAGE = join(ROOT, 'docs/performance.md')
const JSON_FILE = join(ROOT, 'docs/performance.json')
const MARKS = ['<!-- figures -->', '<!-- /figures -->'] as const
const TITLES: Readonly<Record<Engine, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/**
 * Writes an engine's part of docs/performance.json, and from it the tables in docs/performance.md and SQLite's picture.
 * @param isPart whether the rest of the present report stays
 */
export async function writeReport(engine: Engine, report: EngineReport, isPart: boolean): Promise<void> {
  const machine = { processor: cpus()[0]?.model ?? 'unknown', processors: cpus().length, node: process.version }
  const present = await readReports()
  const measured: Dated = { date: new Date().toISOString().slice(0, 10), machine, ...report }
  if (isPart && present[engine] && present[engine].size !== report.size)
    throw new Error(
      `The present report is of dataset ${present[engine].size}: rows of ${report.size} are no part of it.`,
    )
  const dated = isPart && present[engine] ? merge(present[engine], measured) : measured
  const reports: Reports = { ...present, [engine]: dated }
  await writeFile(JSON_FILE, `${JSON.stringify(reports, null, 2)}\n`)
  if (engine === 'sqlite') await writeFile(join(ROOT, 'docs/images/performance.svg'), draw(dated))
  const page = await readFile(PAGE, 'utf8')
  const [begin, end] = MARKS.map((mark) => page.indexOf(mark))
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`${PAGE} lacks the marks ${MARKS.join(' and ')}.`)
  const parts = (['sqlite', 'postgres'] as const).flatMap((each) => {
    const found = reports[each]
    return found ? [tables(TITLES[each], found)] : []
  })
  await writeFile(PAGE, page.slice(0, begin) + [MARKS[0], ...parts].join('\n') + page.slice(end))
}

function merge(present: Dated, measured: Dated): Dated {
  const rowsOf = <Row extends { name: string }>(rows: readonly Row[], others: readonly Row[]) => {
    const byName = new Map(others.map((row) => [row.name, row]))
    return rows.map((row) => byName.get(row.name) ?? row)
  }
  return {
    ...present,
    mixed: measured.mixed ?? present.mixed,
    firstPages: measured.firstPages ?? present.firstPages,
    half: measured.half ?? present.half,
    reads: rowsOf(present.reads, measured.reads),
    writes: rowsOf(present.writes, measured.writes),
    small: rowsOf(present.small, measured.small),
  }
}

/** Drops the reports of earlier formats. */
async function readReports(): Promise<Reports> {
  const { sqlite, postgres } = JSON.parse(await readFile(JSON_FILE, 'utf8')) as Reports
  return { ...(sqlite && { sqlite }), ...(postgres && { postgres }) }
}

function tables(
  title: string,
  { date, machine, size, runs, seconds, rest, mixed, firstPages, half, reads, writes, small }: Dated,
): string {
  return `
### ${title}

Dataset ${size}, ${date}, medians of ${runs} runs of ${seconds} s. ${machine.processor}, Node ${machine.node}; the server on one processor, the load generator on the other.
Ready ${rest.readyAfter.toFixed(0)} ms after the start of the process, with ${rest.memory.toFixed(0)} MB.
${mixed ? mixedLine(mixed) : ''}
${firstPages ? firstPagesLine(firstPages) : ''}
${half ? halfLine(half) : ''}

| read, 16 clients | requests/s | ceiling | ratio | p50 ms | p99 ms | CPU s per 1,000 | queries | at once | bytes |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${[...reads, ...small].map((r) => `| ${r.name} | ${whole(r.perSecond)} | ${whole(r.ceiling)} | ${r.ratio.toFixed(2)} | ${r.p50.toFixed(1)} | ${r.p99.toFixed(1)} | ${r.cpuPer1000.toFixed(3)} | ${r.queries.toFixed(1)} | ${share(r.hits)} | ${whole(r.bytes)} |`).join('\n')}

| write, 32 clients | writes/s | bare engine | ratio | p50 ms | p99 ms | CPU s per 1,000 | queries |
|---|---:|---:|---:|---:|---:|---:|---:|
${writes.map((w) => `| ${w.name} | ${whole(w.perSecond)} | ${w.ceiling === null ? '' : whole(w.ceiling)} | ${w.ratio?.toFixed(2) ?? ''} | ${w.p50.toFixed(1)} | ${w.p99.toFixed(1)} | ${w.cpuPer1000.toFixed(3)} | ${w.queries.toFixed(1)} |`).join('\n')}

`
}

function mixedLine({ rate, seconds, p50, p99, offered, failed, cpuPer1000, hits, memory }: MixedResult): string {
  const atOnce = hits === null ? '' : ` ${share(hits)} of reads were answered at once;`
  return `Mixed load, 90 reads to 10 writes, 32 clients, wide, ${whole(rate)} a second for ${seconds} s, counted from when each was due: p50 ${p50} ms, p99 ${p99} ms; ${failed} of ${whole(offered)} failed;${atOnce} ${cpuPer1000.toFixed(3)} s of CPU per 1,000; ${memory.toFixed(0)} MB at most.`
}

function firstPagesLine({ readers, rate, p50, p99, cpuPer1000, queries }: FirstPagesResult): string {
  return `First pages after a start, home latest of ${whole(readers)} readers who follow 200, ${rate} a second: p50 ${p50} ms, p99 ${p99} ms; ${cpuPer1000.toFixed(3)} s of CPU per 1,000; ${queries.toFixed(1)} queries.`
}

function halfLine({ name, rate, p50, p99 }: HalfLoadResult): string {
  return `At half of its full load, ${whole(rate)} a second, ${name}: p50 ${p50} ms, p99 ${p99} ms.`
}

const share = (value: number | null): string => (value === null ? '' : `${Math.round(value * 100)} %`)
const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

const [WIDTH, LABEL, HEIGHT] = [760, 300, 22]

/** A bar chart of each read, as a share of its ceiling. */
function draw({ reads }: EngineReport): string {
  const scale = WIDTH - LABEL - 60
  const bars = reads.map(({ name, ratio }, index) => {
    const y = 8 + index * HEIGHT
    const width = Math.min(1, ratio) * scale
    return [
      `<text x="${LABEL - 8}" y="${y + 13}" text-anchor="end">${name}</text>`,
      `<rect x="${LABEL}" y="${y}" width="${scale}" height="16" fill="#8882"/>`,
      `<rect x="${LABEL}" y="${y}" width="${width.toFixed(1)}" height="16" fill="#3b82f6"/>`,
      `<text x="${LABEL + scale + 8}" y="${y + 13}">${ratio.toFixed(2)}</text>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${16 + reads.length * HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="#888">
<title>Requests per second of each read, as a share of the ceiling</title>
${bars.join('\n')}
</svg>
`
}
