import {
  MUTED_WORDS_MAX,
  TRENDING_TAG_MEMBERS_MIN,
  TRENDING_TAGS_MAX,
  TRENDING_TAGS_MS,
} from '@quack/contract/rules/limits'
import type { Database } from '../../database/database.ts'
import { idAtTime } from '../../database/ids.ts'
import type { Hidden } from '../../reading/hidden.ts'
import { spellingIn } from './tag-spelling.ts'
import { listTrendingTags } from './trending-tags.queries.ts'

const MINUTE = 60_000
/** Enough to show the maximum to a viewer who has muted as many tags as possible. */
const CANDIDATES = TRENDING_TAGS_MAX + MUTED_WORDS_MAX

interface TrendingTag {
  readonly key: string
  readonly name: string
  readonly members: number
}

interface Counted {
  /** The start of a minute, in milliseconds since 1970. */
  readonly asOf: number
  readonly tags: Promise<readonly TrendingTag[]>
}

/**
 * The hashtags that trend, counted once a minute by each process, when somebody asks. What is deleted or hidden during
 * the minute still counts. The answer says for which minute it is.
 */
export class TrendingTags {
  readonly #db: Database
  #counted: Counted | null = null

  constructor(db: Database) {
    this.#db = db
  }

  /** Without tags that the viewer has muted. */
  async list({ words }: Hidden): Promise<{ readonly asOf: number; readonly tags: readonly TrendingTag[] }> {
    const { asOf, tags } = this.#current()
    const isMuted = ({ name }: TrendingTag) => words?.hide(`#${name}`) || words?.collapse(`#${name}`)
    const listed = (await tags).filter((tag) => !isMuted(tag))
    return { asOf, tags: listed.slice(0, TRENDING_TAGS_MAX) }
  }

  #current(): Counted {
    const now = Date.now()
    const asOf = now - (now % MINUTE)
    if (this.#counted?.asOf === asOf) return this.#counted
    const window = { since: idAtTime(asOf - TRENDING_TAGS_MS), until: idAtTime(asOf), now }
    const tags = this.#count(window)
    const counted = { asOf, tags }
    this.#counted = counted
    // The next request counts again.
    tags.catch(() => {
      if (this.#counted === counted) this.#counted = null
    })
    return counted
  }

  async #count(window: { readonly since: number; readonly until: number; readonly now: number }) {
    const most = { membersMin: TRENDING_TAG_MEMBERS_MIN, limit: CANDIDATES }
    const rows = await listTrendingTags(this.#db.read, { ...window, ...most })
    return rows.map(({ key, text, members }) => ({ key, name: spellingIn(text, key), members }))
  }
}
