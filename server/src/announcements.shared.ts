import { randomBytes } from 'node:crypto'
import { type Announcement, type Announcements, localAnnouncements } from './announcements.ts'
import type { Redis } from './redis.ts'

const CHANNEL = 'quack:announcements'
/** What is said within this time goes to the other nodes together, in milliseconds. */
const GATHER_MS = 5
/** Announcements of one message at most; with more, the others look at everything. */
const TOGETHER_MAX = 1_000
/** Messages that Redis has not taken yet. What is said beyond that is lost, as it is while Redis is away. */
const WAITING_MAX = 100

/**
 * Announcements of all nodes, by Redis. What is said on this node is heard on it at once, whether Redis is there or
 * not; what others said while it was away is lost, and `missed` is called when it is back.
 */
export function sharedAnnouncements(redis: Redis): Announcements {
  const local = localAnnouncements()
  /** Tells our own words, which come back to us, from those of others. */
  const own = randomBytes(6).toString('base64url')
  let gathered: Announcement[] = []
  let isTooMuch = false
  let waiting = 0

  function send(): void {
    const announcements = gathered
    gathered = []
    const message = `${own}${JSON.stringify(isTooMuch ? null : announcements)}`
    isTooMuch = false
    if (!redis.isReady || waiting >= WAITING_MAX) return
    waiting++
    redis
      .publish(CHANNEL, message)
      .catch(() => undefined)
      .finally(() => waiting--)
  }

  return {
    publish(announcements) {
      local.publish(announcements)
      if (announcements.length === 0) return
      if (gathered.length === 0) setTimeout(send, GATHER_MS)
      if (gathered.length < TOGETHER_MAX) gathered.push(...announcements)
      else isTooMuch = true
    },
    subscribe(listener) {
      local.subscribe(listener)
      redis.listen(
        CHANNEL,
        (message) => {
          if (message.startsWith(own)) return
          const announcements = parse(message.slice(own.length))
          if (announcements) listener.hear(announcements)
          else listener.missed()
        },
        () => listener.missed(),
      )
    },
  }
}

function parse(text: string): readonly Announcement[] | null {
  try {
    return JSON.parse(text) as Announcement[] | null
  } catch {
    // Of a release that speaks otherwise.
    return null
  }
}
