import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { type Scores, score } from './figures/lighthouse.ts'
import { startProduct } from './figures/product.ts'
import { weigh } from './figures/weight.ts'

/**
 * `npm run bench:page`: the size of the client's JavaScript, and its Lighthouse scores. Fails when one misses its
 * bound. Of each score, the median of three runs of a page counts; `-- --runs 1` is quicker and less reliable. With
 * `--engine postgres` the server uses a private PostgreSQL. Other load on the machine lowers the performance score, so
 * the load average is printed with it.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, engine: { type: 'string', default: 'sqlite' } },
})
const RUNS = Number(values.runs)
if (!(Number.isInteger(RUNS) && RUNS > 0)) throw new Error('--runs is a whole number from 1 on.')
if (!['sqlite', 'postgres'].includes(values.engine)) throw new Error('--engine is sqlite or postgres.')

const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const MOST_SHIFT = 0.02

const postgres = values.engine === 'postgres' ? await startPostgres() : null
const product = await startProduct(postgres?.url ?? '')
let hasPassed = true

function report(isGood: boolean, line: string): void {
  console.log(`${isGood ? '✓' : '✗'} ${line}`)
  if (!isGood) hasPassed = false
}

function describeLoad(): string {
  const [load = 0] = loadavg()
  return `load ${load.toFixed(1)} on ${availableParallelism()} processors`
}

/** On a busy machine a browser or a trace may fail to start, which says nothing about the product. */
async function insist<Result>(task: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    if (tries <= 1) throw error
    return insist(task, tries - 1)
  }
}

try {
  const pages = [
    { name: 'login', path: '/login', isSignedIn: false, mostKb: 130 },
    { name: 'Home', path: '/', isSignedIn: true, mostKb: 190 },
    { name: 'a post', path: product.postPath, isSignedIn: true, mostKb: null },
  ]
  console.log('JavaScript of the first load, compressed:')
  for (const { name, path, isSignedIn, mostKb } of pages) {
    const { received, gzip, files } = await weigh(product, path, isSignedIn)
    const limit = mostKb === null ? '' : `, at most ${mostKb}`
    const line = `${name}: ${received.toFixed(1)} KB${limit} (gzip ${gzip.toFixed(1)} KB; ${files} files)`
    report(mostKb === null || received <= mostKb, line)
  }
  // At the first visit, the server makes the sizes of the pictures.
  await insist(() => score(product, '/', true))
  console.log(`Lighthouse, mobile, median of ${RUNS} runs, at least ${Object.values(LEAST).join(', ')}:`)
  for (const { name, path, isSignedIn } of pages) {
    const runs: Scores[] = []
    while (runs.length < RUNS) runs.push(await insist(() => score(product, path, isSignedIn)))
    const middle = (of: (run: Scores) => number) =>
      runs.map(of).toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0
    const points = Object.entries(LEAST).map(([category, least]) => {
      const value = middle((run) => run[category as keyof typeof LEAST])
      return { text: `${category} ${value}`, isGood: value >= least }
    })
    const shift = middle((run) => run.shift)
    const isGood = shift <= MOST_SHIFT && points.every((entry) => entry.isGood)
    report(isGood, `${name}: ${points.map(({ text }) => text).join(', ')}, layout shift ${shift.toFixed(3)}`)
    console.log(
      `    performance of each run: ${runs.map(({ performance }) => performance).join(', ')}; ${describeLoad()}`,
    )
    if (!isGood) for (const line of runs.at(-1)?.lost ?? []) console.log(`    ${line}`)
  }
} finally {
  await product.stop()
  await postgres?.stop()
}
if (!hasPassed) process.exitCode = 1
