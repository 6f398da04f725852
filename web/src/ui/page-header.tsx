import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

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
      {leading}
      <h1 className="min-w-max flex-1 font-bold text-title">{title}</h1>
      {action}
    </div>
  )
}
