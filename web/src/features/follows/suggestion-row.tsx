import { useEffect, useRef } from 'react'
import { usePerson } from '../../data/people.ts'
import { MemberRow } from './member-row.tsx'

/** Long enough to see 'Following' and to take the follow back, in milliseconds. */
const STAY_MS = 4_000

interface SuggestionRowProps {
  username: string
  onFollowed: () => void
  /** Called a moment later, unless the follow was taken back or refused. */
  onLeave: () => void
}

/** One who may be followed. A suggestion only until then. */
export function SuggestionRow({ username, onFollowed, onLeave }: SuggestionRowProps) {
  const isFollowed = usePerson(username)?.viewer?.following ?? false
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (!isFollowed) return
    onFollowed()
    const timer = setTimeout(() => leave.current(), STAY_MS)
    return () => clearTimeout(timer)
  }, [isFollowed])
  return (
    <li>
      <MemberRow username={username} />
    </li>
  )
}
