import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Memory of a process and its descendants, in bytes. Pages of a file that several have mapped count once. Only on
 * Linux.
 */
export const memoryOfTree = (pid: number): number => memoryOfAll(treeOf(pid))

/** Memory of one process. */
export const memoryOf = (pid: number): number => memoryOfAll([pid])

/**
 * Not the sum of `Pss`, which divides the pages of a program among all processes that run it: it grows when the server
 * of another test ends, by up to the size of Node.
 */
function memoryOfAll(pids: readonly number[]): number {
  let kilobytes = 0
  const files = new Map<string, number>()
  for (const [, file = '', resident, proportional, anonymous] of pids.flatMap(mappingsOf)) {
    if (file.endsWith(' 0')) kilobytes += Number(proportional)
    else {
      kilobytes += Number(anonymous)
      files.set(file, Math.max(files.get(file) ?? 0, Number(resident) - Number(anonymous)))
    }
  }
  return 1_024 * [...files.values()].reduce((sum, each) => sum + each, kilobytes)
}

/**
 * The part of a file as its offset, device and number, which is 0 for memory that is of no file; `Rss`; `Pss`;
 * `Anonymous`.
 */
const MAPPING =
  /^[\da-f]+-[\da-f]+ \S+ (\S+ \S+ \d+)[\s\S]*?\nRss: +(\d+) kB\nPss: +(\d+) kB\n[\s\S]*?\nAnonymous: +(\d+) kB$/gm
const mappingsOf = (pid: number) => [...read(`/proc/${pid}/smaps`).matchAll(MAPPING)]

/** Pages in memory of a process and its descendants. Shared ones count for each. */
function residentOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, each) => sum + Number(read(`/proc/${each}/statm`).split(' ')[1] ?? 0), 0)
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

/** Empty if the process has ended. */
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
  /** The maximum since the last call: bytes of the process tree, and milliseconds of a health check. */
  take(): { memory: number; delay: number }
  stop(): Promise<void>
}

/**
 * Measures a server continuously: its memory, and how long other requests wait.
 * @param address null to leave out the waiting
 */
export function watchServer(pid: number, address: string | null): Watch {
  let [memory, delay, resident] = [0, 0, 0]
  let isOver = false
  const measuring = (async () => {
    for (; !isOver; await wait(50)) {
      // The memory is largest when the most pages are in use, which takes a hundredth of the time to read.
      const now = residentOfTree(pid)
      if (now <= resident) continue
      resident = now
      memory = Math.max(memory, memoryOfTree(pid))
    }
  })()
  const asking = (async () => {
    for (; !isOver && address !== null; await wait(25)) {
      const start = performance.now()
      await (await fetch(`${address}/healthz`)).arrayBuffer()
      delay = Math.max(delay, performance.now() - start)
    }
  })()
  return {
    take() {
      const taken = { memory: Math.max(memory, memoryOfTree(pid)), delay }
      ;[memory, delay, resident] = [0, 0, 0]
      return taken
    },
    async stop() {
      isOver = true
      await Promise.all([measuring, asking])
    },
  }
}
