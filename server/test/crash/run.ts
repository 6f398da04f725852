import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { crash } from './crash.ts'

/** `npm run test:crash -- --kills 100 --engine sqlite|postgres --seed N`: the longer form of crash.long.test.ts. */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1_000).toFixed(0)

console.log(`${kills} kills on ${values.engine}, seed ${seed}`)
const postgres = values.engine === 'postgres' ? await startPostgres({ isDurable: true }) : null
const { problems, killed, writes } = await crash(kills, seed, postgres, (kill) => {
  if (kill % 10 === 0) console.log(`${kill} kills, ${seconds()} s`)
})
await postgres?.stop()

const what = Object.entries(killed).map(([part, count]) => `${part} ${count}`)
console.log(`Killed: ${what.join(', ')}, in ${seconds()} s.`)
console.log(`Writes: ${writes.done} acknowledged, ${writes.refused} refused, ${writes.unknown} without an answer.`)
for (const problem of problems.slice(0, 20)) console.log(problem)
console.log(problems.length === 0 ? 'Nothing is lost, nothing is half there.' : `${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1
