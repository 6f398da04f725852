import { type ReactNode, useEffect, useRef } from 'react'
import { useHistoryState } from '../../data/cache/history-state.ts'

/** What stands between posts. */
export interface Block {
  name: string
  /** Whether it can be shown without changing its height later. Once it is shown, it stays. */
  isReady: boolean
  row: ReactNode
}

/** How many posts are above the first block, and between two, unless the list ends before. */
const ABOVE = 3
const BETWEEN = 5

/**
 * Puts blocks between the revealed posts. A block goes below the last of them, so that none moves, and then stays below
 * that post, also when one returns to the page.
 */
export function useBlocks(posts: readonly string[], isEnd: boolean, blocks: readonly Block[]) {
  const historyState = useHistoryState<ReadonlyMap<string, string>>('blocks')
  /** The post above each block. */
  const places = useRef(new Map(historyState.saved))
  const shown: Block[] = []
  for (const block of blocks) {
    const place = places.current.get(block.name)
    if (place === undefined || !posts.includes(place)) {
      places.current.delete(block.name)
      const last = posts.at(-1)
      const below = posts.length - 1 - Math.max(-1, ...shown.map(({ name }) => posts.indexOf(placeOf(name))))
      if (!block.isReady || last === undefined) continue
      if (!isEnd && below < (shown.length === 0 ? ABOVE : BETWEEN)) continue
      places.current.set(block.name, last)
    }
    shown.push(block)
  }
  function placeOf(name: string): string {
    return places.current.get(name) ?? ''
  }
  const at = JSON.stringify([...places.current])
  useEffect(() => historyState.save(new Map(places.current)), [at])

  const keyOf = ({ name }: Block) => `block ${name}`
  return {
    keys: posts.flatMap((post) => [post, ...shown.filter(({ name }) => placeOf(name) === post).map(keyOf)]),
    others: new Map(shown.map((block) => [keyOf(block), block.row])),
  }
}
