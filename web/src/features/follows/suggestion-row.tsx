import { useEffect, useEffectEvent } from 'react'
import { usePerson } from '../../data/members/people.ts'
import { MemberRow } from './member-row.tsx'

/** How long a followed member stays, in milliseconds: enough to see 'Following' and to undo it. */
const STAY_MS = 4_000

interface SuggestionRowProps {
  username: string
  onFollowed: () => void
  /** Called after STAY_MS, unless the follow was undone or refused. */
  onLeave: () => void
}

/** A suggested member. The row is replaced some seconds after they were followed. */
export function SuggestionRow({ username, onFollowed, onLeave }: SuggestionRowProps) {
  const isFollowed = usePerson(username)?.viewer?.following ?? false
  const prepare = useEffectEvent(onFollowed)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isFollowed) return
    prepare()
    const timer = setTimeout(() => leave(), STAY_MS)
    return () => clearTimeout(timer)
  }, [isFollowed])
  return (
    <li>
      <MemberRow username={username} />
    </li>
  )
}
