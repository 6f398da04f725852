import { t } from '@lingui/core/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { iconClass } from '../../ui/button/icon-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

interface SafetyPageProps {
  title: string
  /** What the page is about. */
  text: string
  children: ReactNode
}

/** A page below the settings. */
export function SafetyPage({ title, text, children }: SafetyPageProps) {
  return (
    <>
      <PageHeader
        title={title}
        leading={
          <Link
            to={paths.settings}
            aria-label={t`Back to Settings`}
            data-tooltip={t`Back to Settings`}
            className={iconClass('plain', false, '-ms-2.5')}
          >
            <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
          </Link>
        }
      />
      <p className="border-b px-4 py-3 text-muted">{text}</p>
      {children}
    </>
  )
}
