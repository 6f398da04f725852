import type { ReactNode } from 'react'
import { useViewer } from '../../data/members/members.ts'
import { useSuggestions } from '../../data/members/people-lists.ts'
import { HAS_ASIDE, useMediaQuery } from '../../ui/use-viewport.ts'
import { WhoToFollow } from '../follows/who-to-follow.tsx'
import { useTrending } from '../tags/trending.tsx'
import { type Block, useBlocks } from './use-blocks.ts'

/** Who follows as many members needs no suggestions between posts. */
const MANY_FOLLOWED = 10

/** The revealed posts and, where there is no aside, what it would have: Who to follow, and the tags that trend. */
export function useExploreBlocks(posts: readonly string[] | undefined, isEnd: boolean) {
  const isHere = !useMediaQuery(HAS_ASIDE) && posts !== undefined
  const viewer = useViewer()
  const isNew = viewer !== undefined && viewer.followingCount < MANY_FOLLOWED
  const people = useSuggestions(isHere && isNew)
  const isSettled = viewer !== undefined && (!isNew || people.keys !== undefined || people.error !== null)
  const trending = useTrending(isHere && isSettled)
  const blocks: Block[] = [
    {
      name: 'people',
      isReady: isNew && people.keys !== undefined && people.keys.length > 0,
      row: (
        <BlockRow key="people">
          <WhoToFollow />
        </BlockRow>
      ),
    },
    {
      name: 'tags',
      isReady: trending !== null,
      row: <BlockRow key="tags">{trending}</BlockRow>,
    },
  ]
  return useBlocks(posts ?? [], isEnd, isHere ? blocks : [])
}

/** Empty once nothing is left to suggest. */
function BlockRow({ children }: { children: ReactNode }) {
  return <div className="not-empty:border-b not-empty:p-4">{children}</div>
}
