import type { ReactNode } from 'react'
import { createStore, useStore } from '../store.ts'
import { badgeText } from './badge.tsx'

interface PageHeaderProps {
  title: string
  /** The document title, if it differs from the heading. */
  pageTitle?: string
  /** Before the title, for example a back button. */
  leading?: ReactNode
  action?: ReactNode
}

/** The sticky heading of a page. Below the top bar on a phone. */
export function PageHeader({ title, pageTitle = title, leading, action }: PageHeaderProps) {
  return (
    <div
      data-bar="top"
      className="sticky top-(--top-bar) z-(--layer-header) flex min-h-(--page-header) flex-wrap items-center justify-end gap-x-2 border-b bg-ground/95 px-4 backdrop-blur-sm"
    >
      <PageTitle text={pageTitle} />
      <div className="flex max-w-full flex-[1_0_auto] items-center gap-x-2">
        {leading}
        <h1 className="min-w-0 flex-1 font-bold text-title">{title}</h1>
      </div>
      {action}
    </div>
  )
}

/** What waits for the reader: the number in the documents' titles. */
const waiting = createStore(0)

export const setTitleCount = waiting.set

/** The document's title: '(3) Home · Quack', without the number for 0. */
function PageTitle({ text }: { text: string }) {
  const count = useStore(waiting)
  return <title>{`${count > 0 ? `(${badgeText(count)}) ` : ''}${text} · Quack`}</title>
}
