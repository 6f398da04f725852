import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { forgetSearch } from '../../data/search/recent-searches.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'

interface RecentButtonsProps {
  searches: readonly string[]
  onRemoved: () => void
}

/** Removes single searches. Beside the list, not in it: the options of a list have no buttons. */
export function RecentButtons({ searches, onRemoved }: RecentButtonsProps) {
  return (
    <ul aria-label={t`Remove recent searches`} className="pe-1">
      {searches.map((text) => (
        <li key={text} className="flex h-12 items-center">
          <IconButton
            label={t`Remove “${text}”`}
            tooltip={false}
            onClick={() => {
              forgetSearch(text)
              onRemoved()
            }}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
