import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Memory of a process and all that it started, in bytes: what is shared counts once. Linux alone says so. */
export function memoryOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, each) => sum + memoryOf(each), 0)
}

/** Of one process alone. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? []
  return Number(kilobytes) * 1_024
}

/** CPU time of a process's main thread so far, in milliseconds. Linux counts it in hundredths of a second. */
export function mainThreadCpuMs(pid: number): number {
  const fields = read(`/proc/${pid}/task/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

function treeOf(pid: number): number[] {
  const tasks = list(`/proc/${pid}/task`)
  const children = tasks.flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean))
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

export interface Watch {
  /** The highest figures since the last question: bytes of the whole tree, milliseconds of a request for health. */
  take(): { memory: number; delay: number }
  stop(): Promise<void>
}

/** Measures a server all the time: its memory, and how long it lets others wait. */
export function watchServer(pid: number, address: string): Watch {
  let [memory, delay] = [0, 0]
  let isOver = false
  const measuring = (async () => {
    for (; !isOver; await wait(50)) memory = Math.max(memory, memoryOfTree(pid))
  })()
  const asking = (async () => {
    for (; !isOver; await wait(25)) {
      const start = performance.now()
      await (await fetch(`${address}/healthz`)).arrayBuffer()
      delay = Math.max(delay, performance.now() - start)
    }
  })()
  return {
    take() {
      const taken = { memory: Math.max(memory, memoryOfTree(pid)), delay }
      ;[memory, delay] = [0, 0]
      return taken
    },
    async stop() {
      isOver = true
      await Promise.all([measuring, asking])
    },
  }
}
