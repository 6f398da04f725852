import { useEffect } from 'react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'

/** The line on the profile of a muted member. Its code is loaded when there is one. */
export function MutedNote({ username }: { username: string }) {
  const line = useOnDemand(() => import('./muted-line.tsx'))
  useEffect(line.open, [])
  return line.module && <line.module.MutedLine username={username} />
}
