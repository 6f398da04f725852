import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { MAIN_ID } from '../../ui/focus.ts'
import { ThemeButton } from '../../ui/theme/theme-button.tsx'
import { LocaleButton } from '../locale/locale-button.tsx'

interface SessionLayoutProps {
  title: string
  /** The document title. */
  pageTitle: string
  /** Links to other pages. */
  footer: ReactNode
  children: ReactNode
}

/** The frame of login, sign-up, the forgotten password, and the pages of mailed links. */
export function SessionLayout({ title, pageTitle, footer, children }: SessionLayoutProps) {
  return (
    <main
      id={MAIN_ID}
      tabIndex={-1}
      className="flex min-h-dvh flex-col items-center px-4 pt-[max(1.5rem,6vh)] pb-10 outline-none"
    >
      <title>{`${pageTitle} · Quack`}</title>
      <div className="absolute end-3 top-3 flex">
        <LocaleButton />
        <ThemeButton />
      </div>
      <div className="w-full max-w-95 sm:max-w-110 sm:rounded-2xl sm:border sm:bg-surface sm:p-8">
        <BrandMark size={56} className="mx-auto" />
        <h1 className="mt-4 mb-6 text-balance text-center font-extrabold text-hero">{title}</h1>
        {children}
        <p className="mt-6 text-center text-muted">{footer}</p>
      </div>
    </main>
  )
}
