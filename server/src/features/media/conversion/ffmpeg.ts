import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of FFmpeg in PATH, or null. */
export function findFfmpeg(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, 'ffmpeg')).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Limit of the program's data segment, in KB. Systems without this limit ignore it. */
const MEMORY_MAX_KB = 220_000

/**
 * Runs a program with limits. The first arguments are its processor time in seconds and its niceness. It kills the
 * program when our end of its standard input closes, which also happens if this process is killed. Otherwise a
 * conversion would outlive its server.
 */
const GUARD = `
exec 3<&0
ulimit -d ${MEMORY_MAX_KB} 2>/dev/null
ulimit -t "$1" 2>/dev/null
niceness=$2
shift 2
nice -n "$niceness" "$@" </dev/null 3<&- & program=$!
(read -r _ <&3; kill -9 $program) 2>/dev/null & watch=$!
wait $program; code=$?
kill $watch 2>/dev/null
exit $code`

const ALWAYS = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-protocol_whitelist', 'file', '-threads', '1']
const COMPLAINT_MAX = 2_000

export interface Run {
  /** What went wrong, such as its error output; null if it succeeded. */
  readonly done: Promise<string | null>
  /** The end of what the program has written into its error output so far. */
  said(): string
  stop(): void
}

export interface RunLimits {
  /** Of its own work, in seconds. */
  readonly processorTime: number
  /** In milliseconds. On a busy machine it passes quickly without much work, so it is for programs that hang. */
  readonly time: number
  /** From 0 to 19, the lowest priority. */
  readonly niceness: number
}

/** What `done` says of a program that was ended because its time was over. */
export const OUT_OF_TIME = 'took too long'

export function runFfmpeg(program: string, args: readonly string[], limits: RunLimits): Run {
  const { PATH = '' } = process.env
  const child: ChildProcess = spawn(
    'sh',
    ['-c', GUARD, 'sh', `${limits.processorTime}`, `${limits.niceness}`, program, ...ALWAYS, ...args],
    {
      env: { PATH },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  const stop = () => void child.stdin?.end()
  let isOutOfTime = false
  const slow = setTimeout(() => {
    isOutOfTime = true
    stop()
  }, limits.time)
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-COMPLAINT_MAX)
  })
  child.stdin?.on('error', () => undefined)
  const done = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => {
      if (code === 0) resolve(null)
      else resolve(isOutOfTime ? OUT_OF_TIME : complaint || `ended with ${code}`)
    })
  }).finally(() => {
    clearTimeout(slow)
    stop()
  })
  return { done, said: () => complaint, stop }
}
