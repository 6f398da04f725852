import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { createKeybindingsHandler } from 'tinykeys'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { keyOf, scopeOf } from '../../ui/keys.ts'
import { stopWaiting } from './entries.ts'
import { KEY_GROUPS, type Key } from './key-table.ts'

export interface PressedKeys {
  /** Those that were pressed before this code was there. */
  waiting: KeyboardEvent[]
  take: ((event: KeyboardEvent) => void) | null
}

/** Does what the table says for each key that is pressed, and shows the table. */
export function Keys({ pressed }: { pressed: PressedKeys }) {
  const navigate = useNavigate()
  const sheet = useOnDemand(() => import('./keys-dialog.tsx'))
  const run = useEffectEvent((row: Key, typed: string, event: KeyboardEvent) => {
    const scope = scopeOf(event)
    if (!scope || (scope !== document.body && !row.inViewer) || (event.repeat && !row.repeats)) return
    // The key may lead to a field, in which it would be typed. Enter may be for a button.
    if (typed !== 'Enter') event.preventDefault()
    stopWaiting()
    row.run({ navigate, showKeys: sheet.open, scope, typed })
  })
  useEffect(() => {
    const handle = createKeybindingsHandler(bindingsTo(run), { ignore: () => false })
    pressed.take = handle
    for (const event of pressed.waiting.splice(0)) handle(event)
    return () => {
      pressed.take = null
    }
  }, [pressed])
  return sheet.shown && <sheet.shown.KeysDialog {...sheet.props} />
}

/** What tinykeys binds. */
function bindingsTo(run: (row: Key, typed: string, event: KeyboardEvent) => void) {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {}
  const all = KEY_GROUPS.flatMap(({ rows }) => rows.flatMap((row) => row.keys.map((typed) => [typed, row] as const)))
  const second = new Map(all.filter(([typed]) => typed.startsWith('g ')).map(([typed, row]) => [typed.slice(2), row]))
  // As one, or those that were not typed would still wait for their second key. And first: the second ones have a
  // meaning alone.
  bindings[`g (${[...second.keys()].join('|')})`] = (event) => {
    const typed = keyOf(event)?.toLowerCase() ?? ''
    const row = second.get(typed)
    if (row) run(row, typed, event)
  }
  for (const [typed, row] of all) {
    if (typed.includes(' ')) continue
    // Some layouts need Shift for what is no letter.
    bindings[/^\W$/.test(typed) ? `[Shift]+${typed}` : typed] = (event) => run(row, typed, event)
  }
  return bindings
}
