import { t } from '@lingui/core/macro'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'

/** Leads to the page before this one, or to Home if that is not a page of this app. */
export function BackButton() {
  const navigate = useNavigate()

  function goBack() {
    // Index 0 is the first entry of this app: the one before it may be another site.
    if (window.history.state?.idx > 0) void navigate(-1)
    else void navigate(paths.home)
  }

  return (
    <IconButton label={t`Back`} onClick={goBack} className="-ms-2.5">
      <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
    </IconButton>
  )
}
