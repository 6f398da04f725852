import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** What the browser calls the page, where that says more than the heading. */
  pageTitle?: string
  /** Stands before the title, as a back button does. */
  leading?: ReactNode
  action?: ReactNode
}

/** The heading of a page, which stays while its list scrolls. Under the top bar on a phone. */
export function PageHeader({ title, pageTitle = title, leading, action }: PageHeaderProps) {
  return (
    <div
      data-bar="top"
      className="sticky top-(--top-bar) z-10 flex min-h-(--page-header) flex-wrap items-center justify-end gap-x-2 border-b bg-ground/95 px-4 backdrop-blur-sm"
    >
      <title>{`${pageTitle} · Quack`}</title>
      {leading}
      <h1 className="min-w-max flex-1 font-bold text-title">{title}</h1>
      {action}
    </div>
  )
}
