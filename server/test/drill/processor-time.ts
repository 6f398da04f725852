import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '@quack/testing/cluster/start-cluster'
import type { PrivatePostgres } from '@quack/testing/postgres'

/** The CPU time of each part so far, in seconds. */
export function processorTimes({ nodes, postgres, replica, redis, balancer }: Cluster): Record<string, number> {
  const table = readProcesses()
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + secondsOf(pid, table), 0)
  return {
    nodes: sum(nodes.map((node) => node.pid)),
    PostgreSQL: sum([mainProcess(postgres)]),
    'its replica': sum([mainProcess(replica)]),
    Redis: sum([redis.pid]),
    HAProxy: sum([balancer.pid]),
  }
}

interface Process {
  readonly parent: number
  readonly seconds: number
}

/** Linux counts CPU time in hundredths of a second. */
function readProcesses(): Map<number, Process> {
  const table = new Map<number, Process>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      table.set(Number(name), { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 })
    } catch {
      // It has ended meanwhile.
    }
  }
  return table
}

/** The process with its running descendants. */
function secondsOf(pid: number, table: ReadonlyMap<number, Process>): number {
  let seconds = table.get(pid)?.seconds ?? 0
  for (const [child, { parent }] of table) if (parent === pid) seconds += secondsOf(child, table)
  return seconds
}

function mainProcess({ folder }: PrivatePostgres): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}
