import { useEffect } from 'react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { MutedLineProps } from './muted-line.tsx'

/** The line on the profile of a muted member. Its code is loaded when there is one. */
export function MutedNote(props: MutedLineProps) {
  const line = useOnDemand(() => import('./muted-line.tsx'))
  useEffect(line.open, [])
  return line.module && <line.module.MutedLine {...props} />
}
