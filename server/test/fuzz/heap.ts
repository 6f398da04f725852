import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The heap size after a full garbage collection, in megabytes. */
export function heapMegabytes(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
