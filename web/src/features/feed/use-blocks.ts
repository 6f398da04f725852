import { type ReactNode, useEffect, useState } from 'react'
import { useHistoryState } from '../../data/cache/history-state.ts'

/** What stands between posts. */
export interface Block {
  name: string
  /** Whether it can be shown without changing its height later. Once it is shown, it stays. */
  isReady: boolean
  row: ReactNode
}

/** How many posts are at least above the first block, and between two, unless the list ends before. */
const ABOVE = 3
const BETWEEN = 5

/**
 * Puts blocks between the revealed posts. A block goes below the last of them, so that none moves, and then stays below
 * that post, also when one returns to the page.
 */
export function useBlocks(posts: readonly string[], isEnd: boolean, blocks: readonly Block[]) {
  const historyState = useHistoryState<Places>('blocks')
  const [known, setKnown] = useState<Places>(() => historyState.saved ?? new Map())
  const places = placeBlocks(known, posts, isEnd, blocks)
  const isNew = JSON.stringify([...places]) !== JSON.stringify([...known])
  useEffect(() => {
    if (isNew) setKnown(places)
    historyState.save(places)
  }, [isNew, places, historyState])

  const shown = blocks.filter(({ name }) => places.has(name))
  const keyOf = ({ name }: Block) => `block ${name}`
  return {
    keys: posts.flatMap((post) => [post, ...shown.filter(({ name }) => places.get(name) === post).map(keyOf)]),
    others: new Map(shown.map((block) => [keyOf(block), block.row])),
  }
}

/** The post above each block, by name. */
type Places = ReadonlyMap<string, string>

/** Where blocks are, once those that are ready have a place. */
function placeBlocks(known: Places, posts: readonly string[], isEnd: boolean, blocks: readonly Block[]): Places {
  const places = new Map(known)
  let above = -1
  let count = 0
  for (const { name, isReady } of blocks) {
    const place = places.get(name)
    if (place === undefined || !posts.includes(place)) {
      places.delete(name)
      const last = posts.at(-1)
      const below = posts.length - 1 - above
      if (!isReady || last === undefined) continue
      if (!isEnd && below < (count === 0 ? ABOVE : BETWEEN)) continue
      places.set(name, last)
    }
    above = Math.max(above, posts.indexOf(places.get(name) ?? ''))
    count += 1
  }
  return places
}
