import { Trans } from '@lingui/react/macro'
import type { ProfileField } from '@quack/contract'
import { addressesIn } from '@quack/contract/rules/addresses'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { formatDate } from '../../ui/text/format-age.ts'
import { websiteText } from './profile-facts.tsx'

/** What a member says of themselves, line by line. */
export function ProfileFields({ fields }: { fields: readonly ProfileField[] }) {
  return (
    <dl className="divide-y overflow-hidden rounded-xl border">
      {fields.map(({ name, value, verifiedAt }, index) => (
        <div
          // They have no state.
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3 px-3 py-2"
        >
          <dt className="wrap-anywhere text-muted">
            <bdi>{name}</bdi>
          </dt>
          <dd className="wrap-anywhere min-w-0">
            <bdi>{withLinks(value)}</bdi>
            {verifiedAt !== undefined && <VerifiedMark at={verifiedAt} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function VerifiedMark({ at }: { at: string }) {
  const date = formatDate(new Date(at))
  return (
    <span className="flex items-center gap-1 text-meta text-success">
      <BadgeCheck size={16} className="shrink-0" aria-hidden="true" />
      <span>
        <Trans>
          Verified <time dateTime={at}>{date}</time>
        </Trans>
      </span>
    </span>
  )
}

function withLinks(value: string): ReactNode {
  const found = addressesIn(value)
  const [first] = found
  const parts: ReactNode[] = []
  let end = 0
  for (const { address, at } of found) {
    parts.push(
      value.slice(end, at),
      <bdi key={at}>
        <a
          href={address}
          target="_blank"
          rel="me nofollow noopener"
          className={cx('rounded-sm text-accent hover:underline', first?.address !== value && 'underline')}
        >
          {websiteText(address)}
        </a>
      </bdi>,
    )
    end = at + address.length
  }
  return [...parts, value.slice(end)]
}
