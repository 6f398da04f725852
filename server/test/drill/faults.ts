import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quack/testing/cluster/start-cluster'

/** A fault of one part of the cluster. */
export interface Fault {
  readonly name: string
  /** Whether no request may fail because of it. */
  readonly isUnnoticed?: boolean
  strike(cluster: Cluster, time: number): Promise<void>
}

/** How long a part that was killed stays away, in milliseconds. */
const AWAY_MS = 2_000
const REDIS_AWAY_MS = 10_000

const nodeOf = ({ nodes }: Cluster, time: number) => {
  const node = nodes[time % nodes.length]
  if (!node) throw new Error('There is no node.')
  return node
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'a node killed (SIGKILL)',
    async strike(cluster, time) {
      const node = nodeOf(cluster, time)
      await node.kill()
      await sleep(AWAY_MS)
      await node.start()
    },
  },
  {
    name: 'a node restarted gracefully',
    isUnnoticed: true,
    async strike(cluster, time) {
      const node = nodeOf(cluster, time)
      await node.stop()
      await node.start()
    },
  },
  {
    name: 'Redis stopped for 10 s',
    async strike({ redis }) {
      await redis.kill()
      await sleep(REDIS_AWAY_MS)
      await redis.start()
    },
  },
  {
    name: 'PostgreSQL restarted',
    async strike({ postgres }) {
      await postgres.kill('SIGINT')
      await postgres.start()
    },
  },
  {
    name: 'the replica stopped',
    async strike({ replica }) {
      await replica.kill('SIGINT')
      await sleep(AWAY_MS)
      await replica.start()
    },
  },
]
