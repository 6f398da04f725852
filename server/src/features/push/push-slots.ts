import { isIP } from 'node:net'
import { hostOf } from '../../outside/outside.ts'

/** Devices that a node sends to at the same time: of one member, and of one push service. */
const MEMBER_MAX = 4
const SERVICE_MAX = 32
/** Of a service that has not answered the last message to it. */
const SILENT_MAX = 2
/** Services that are remembered as silent. Who makes up more of them only forgets the oldest. */
const REMEMBERED = 1_000

/**
 * What a push service is to us: the last two names of its host, so that nobody makes many of one by making up names; or
 * its address and port.
 */
export function serviceOf(endpoint: string): string {
  const { hostname, host } = new URL(endpoint)
  return isIP(hostOf(hostname)) === 0 ? hostname.split('.').slice(-2).join('.') : host
}

interface Device {
  /** The member. */
  readonly owner: number
  readonly endpoint: string
}

/**
 * Members choose their push services, and some never answer. These slots keep the others' messages from waiting for
 * them.
 */
export class PushSlots {
  readonly #members = new Map<number, number>()
  readonly #services = new Map<string, number>()
  readonly #silent = new Set<string>()

  /** Members and services that have all of their slots. */
  get full(): { readonly members: readonly number[]; readonly services: readonly string[] } {
    return {
      members: [...this.#members].filter(([, count]) => count >= MEMBER_MAX).map(([member]) => member),
      services: [...this.#services].filter(([name, count]) => count >= this.#limitOf(name)).map(([name]) => name),
    }
  }

  /** @returns false if there is no slot for the device now */
  take({ owner, endpoint }: Device): boolean {
    const service = serviceOf(endpoint)
    const ofMember = this.#members.get(owner) ?? 0
    const ofService = this.#services.get(service) ?? 0
    if (ofMember >= MEMBER_MAX || ofService >= this.#limitOf(service)) return false
    this.#members.set(owner, ofMember + 1)
    this.#services.set(service, ofService + 1)
    return true
  }

  release({ owner, endpoint }: Device): void {
    lower(this.#members, owner)
    lower(this.#services, serviceOf(endpoint))
  }

  /** Whether the service has answered a message, whatever it said. */
  note(endpoint: string, hasAnswered: boolean): void {
    const service = serviceOf(endpoint)
    this.#silent.delete(service)
    if (hasAnswered) return
    this.#silent.add(service)
    const [oldest] = this.#silent
    if (this.#silent.size > REMEMBERED && oldest !== undefined) this.#silent.delete(oldest)
  }

  #limitOf(service: string): number {
    return this.#silent.has(service) ? SILENT_MAX : SERVICE_MAX
  }
}

function lower<Key>(counts: Map<Key, number>, key: Key): void {
  const count = (counts.get(key) ?? 0) - 1
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
