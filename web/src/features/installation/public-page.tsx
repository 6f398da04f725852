import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { MAIN_ID } from '../../ui/focus.ts'
import { ThemeButton } from '../../ui/theme/theme-button.tsx'

interface PublicPageProps {
  title: string
  children: ReactNode
}

/** The frame of a page that everybody may read. */
export function PublicPage({ title, children }: PublicPageProps) {
  return (
    <main id={MAIN_ID} tabIndex={-1} className="mx-auto flex max-w-150 flex-col gap-6 px-4 pt-10 pb-16 outline-none">
      <title>{`${title} · Quack`}</title>
      <ThemeButton className="absolute end-3 top-3" />
      <Link to={paths.home} className="flex min-h-12 w-fit items-center gap-3 font-extrabold text-title">
        <BrandMark size={32} />
        Quack
      </Link>
      <h1 className="font-extrabold text-hero">{title}</h1>
      {children}
    </main>
  )
}
