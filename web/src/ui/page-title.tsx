import { createStore, useStore } from '../store.ts'
import { badgeText } from './badge.tsx'

/** What waits for the reader, on every page. */
const waiting = createStore(0)

export const setTitleCount = waiting.set

/** The document's title: '(3) Home · Quack', without the number for 0. */
export function PageTitle({ text }: { text: string }) {
  const count = useStore(waiting)
  return <title>{`${count > 0 ? `(${badgeText(count)}) ` : ''}${text} · Quack`}</title>
}
