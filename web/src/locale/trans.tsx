import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { type Compiled, isolated, partsOf, type Values } from './messages.ts'

interface TransProps {
  message: Compiled
  context?: string
  values?: Values
  /** By the numbers of their tags. */
  components?: Readonly<Record<string, ReactElement>>
}

const TAG = /(<\/?\d+\/?>)/

/**
 * What the macro `<Trans>` becomes: the message with elements in the places of its tags. Tags are looked for in the
 * message alone, so a text of a member that looks like one stays a text.
 */
export function Trans({ message, context, values, components = {} }: TransProps) {
  const open: { element: ReactElement | undefined; children: ReactNode[] }[] = [{ element: undefined, children: [] }]
  const add = (node: ReactNode) => open.at(-1)?.children.push(node)
  const close = () => {
    const { element, children } = open.pop() ?? { children: [] }
    add(element && cloneElement(element, undefined, ...children))
  }
  for (const part of isolated(partsOf(message, values, context))) {
    if ('value' in part) {
      add(part.value as ReactNode)
      continue
    }
    for (const piece of part.text.split(TAG)) {
      if (!TAG.test(piece)) add(piece)
      else if (piece.startsWith('</')) close()
      else {
        const [number = ''] = /\d+/.exec(piece) ?? []
        open.push({ element: components[number], children: [] })
        if (piece.endsWith('/>')) close()
      }
    }
  }
  return (
    <>
      {open[0]?.children.map((node, index) => (
        <Fragment key={index}>{node}</Fragment>
      ))}
    </>
  )
}
