import { parseArgs } from 'node:util'
import { startCluster } from '@quack/testing/cluster/start-cluster'
import { prepareCluster } from '@quack/testing/system'

/**
 * `npm run dev:cluster -- --folder PATH`: three nodes, PostgreSQL with a replica, Redis, an S3 store and HAProxy on
 * this machine, until Ctrl-C. The nodes get some of the environment: `RATE_LIMITS=off npm run dev:cluster`.
 */
const { values } = parseArgs({ options: { folder: { type: 'string' } } })
/** The environment variables that are passed to the nodes. The cluster sets the others. */
const PASSED = ['RATE_LIMITS', 'LOG_LEVEL', 'DEMO', 'PUBLIC_URL', 'METRICS_TOKEN']

const say = (line: string) => console.log(`quack: ${line}`)
await prepareCluster(say)
const env = { RATE_LIMITS: 'on', LOG_LEVEL: 'warn' }
const passed = PASSED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
const starting = startCluster(
  { ...env, ...Object.fromEntries(passed) },
  (what) => say(`starting ${what}`),
  values.folder,
)

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    say('stopping')
    await starting.then((cluster) => cluster.stop()).catch(() => undefined)
    process.exit(0)
  })
}

const { address, nodes, postgres, replica, redis, s3 } = await starting
say(`nodes: ${nodes.map((node) => node.address).join(', ')}`)
say(`PostgreSQL: ${postgres.url}; its replica: ${replica.url}`)
say(`Redis: ${redis.url}; S3: ${s3.keys.endpoint}`)
console.log(`Quack is ready: ${address}`)
