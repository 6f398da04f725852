import { Disagreement, same } from './compare.ts'
import { expectedRows, isOfPost, LISTS, type List, type Reading } from './lists.ts'
import type { Model } from './model.ts'
import type { Subject } from './subject.ts'

/**
 * Reads a list page by page, one page after each step of the history, so that others write between the pages. An entry
 * that stays in the list, with the same rank if the list is ordered by one, must be read exactly once.
 */
export interface Walk {
  readonly what: string
  /** Called after each step. */
  watch(model: Model): void
  /** Reads the next page. @returns whether there is another one */
  advance(subject: Subject, model: Model): Promise<boolean>
}

export function startWalk(reading: Reading, start: Model): Walk {
  const { name, viewer, limit, target } = reading
  const list: List = LISTS[name]
  const what = `walk through ${name} of ${target.member}/#${target.post.number} for ${viewer} in pages of ${limit}`
  const steady = new Map(expectedRows(start, reading).map((row) => [row.key, row.rank]))
  const read: unknown[] = []
  let cursor: string | null = null
  let isOver = false

  return {
    what,
    watch(model) {
      if (isOfPost(name) && !model.posts.includes(target.post)) isOver = true
      const present = new Map(expectedRows(model, reading).map((row) => [row.key, row.rank]))
      for (const [key, rank] of steady) if (present.get(key) !== rank) steady.delete(key)
    },
    async advance(subject, model) {
      if (isOver) return false
      const page = await subject.readPage(reading, cursor)
      const present = new Map(expectedRows(model, reading).map((row) => [row.key, row.value]))
      for (const entry of page.entries) {
        const { key, value } = list.seen(entry, subject.numbers)
        same(`${what}, entry ${key}`, value, present.get(key))
        if (read.includes(key)) throw new Disagreement(what, `${key} came twice`)
        read.push(key)
      }
      cursor = page.nextCursor
      if (cursor !== null) return true
      // In order and complete.
      const kept = [...steady.keys()]
      same(
        `${what}: what stayed throughout`,
        read.filter((key) => steady.has(key)),
        kept,
      )
      return false
    },
  }
}
