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
    <div className="sticky top-[calc(3rem+env(safe-area-inset-top))] z-10 flex min-h-14 flex-wrap items-center justify-end gap-x-2 border-b bg-ground/95 px-4 backdrop-blur-sm md:top-0">
      <title>{`${pageTitle} · Quack`}</title>
      {leading}
      <h1 className="min-w-max flex-1 font-bold text-title">{title}</h1>
      {action}
    </div>
  )
}
