import { useCode } from '../../data/code/use-on-demand.ts'
import type { MutedLineProps } from './muted-line.tsx'

/** The line on the profile of a muted member. Its code is loaded when there is one. */
export function MutedNote(props: MutedLineProps) {
  const code = useCode(() => import('./muted-line.tsx'))
  return code && <code.MutedLine {...props} />
}
