import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './processes.ts'
import type { ReadResult } from './reads.ts'
import type { WriteResult } from './writes.ts'

export interface Report {
  readonly size: string
  readonly runs: number
  readonly seconds: number
  readonly rest: { readonly readyAfter: number; readonly memory: number }
  readonly reads: readonly ReadResult[]
  readonly writes: readonly WriteResult[]
  readonly memoryAfter: number
}

const PAGE = join(ROOT, 'docs/performance.md')
const MARKS = ['<!-- figures -->', '<!-- /figures -->'] as const

/** Writes docs/performance.json, its picture, and its tables into docs/performance.md between their marks. */
export async function writeReport(report: Report): Promise<void> {
  const machine = { processor: cpus()[0]?.model ?? 'unknown', processors: cpus().length, node: process.version }
  await writeFile(
    join(ROOT, 'docs/performance.json'),
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, ...report }, null, 2)}\n`,
  )
  await writeFile(join(ROOT, 'docs/images/performance.svg'), draw(report))
  const page = await readFile(PAGE, 'utf8')
  const [begin, end] = MARKS.map((mark) => page.indexOf(mark))
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`${PAGE} has lost its marks.`)
  const text = `${MARKS[0]}\n${tables(report, `${machine.processor}, Node ${machine.node}`)}`
  await writeFile(PAGE, page.slice(0, begin) + text + page.slice(end))
}

function tables({ size, runs, seconds, rest, reads, writes, memoryAfter }: Report, machine: string): string {
  const date = new Date().toISOString().slice(0, 10)
  return `
Dataset ${size}, ${date}, medians of ${runs} runs of ${seconds} s. ${machine}; the server on one processor, wrk on the other.
Ready ${rest.readyAfter.toFixed(0)} ms after the start of the process, with ${rest.memory.toFixed(0)} MB; ${memoryAfter.toFixed(0)} MB at the end of all runs.

| read, 16 clients | requests/s | ceiling | ratio | p50 ms | p99 ms | CPU s per 1,000 | bytes |
|---|---:|---:|---:|---:|---:|---:|---:|
${reads.map((r) => `| ${r.name} | ${whole(r.perSecond)} | ${whole(r.ceiling)} | ${r.ratio.toFixed(2)} | ${r.p50.toFixed(1)} | ${r.p99.toFixed(1)} | ${r.cpuPer1000.toFixed(3)} | ${whole(r.bytes)} |`).join('\n')}

| write, 32 clients | writes/s | bare engine | ratio | p50 ms | p99 ms | CPU s per 1,000 |
|---|---:|---:|---:|---:|---:|---:|
${writes.map((w) => `| ${w.name} | ${whole(w.perSecond)} | ${whole(w.ceiling)} | ${w.ratio.toFixed(2)} | ${w.p50.toFixed(1)} | ${w.p99.toFixed(1)} | ${w.cpuPer1000.toFixed(3)} |`).join('\n')}

`
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

const [WIDTH, LABEL, HEIGHT] = [760, 300, 22]

/** A bar for each read: its share of the ceiling. */
function draw({ reads }: Report): string {
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
