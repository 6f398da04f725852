import { Trans } from '@lingui/react/macro'
import { isHttpUrl, oneLine } from '@quack/contract/rules/text'
import { CalendarDays, Link as LinkIcon } from 'lucide-react'
import { formatDate } from '../../ui/text/format-age.ts'

/** A member's website and join date. */
export function ProfileFacts({ website, createdAt }: { website: string; createdAt: string }) {
  const date = formatDate(new Date(createdAt))
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {isHttpUrl(website) && (
        <span className="flex min-w-0 items-center gap-1.5">
          <LinkIcon size={16} className="shrink-0" aria-hidden="true" />
          <a
            href={website}
            dir="auto"
            target="_blank"
            rel="noopener nofollow"
            className="min-w-0 truncate text-accent hover:underline"
          >
            {websiteText(website)}
          </a>
        </span>
      )}
      <span className="flex items-center gap-1.5">
        <CalendarDays size={16} className="shrink-0" aria-hidden="true" />
        <span>
          <Trans>
            Joined <time dateTime={createdAt}>{date}</time>
          </Trans>
        </span>
      </span>
    </p>
  )
}

/** The text of a website link: the URL without scheme, `www.`, trailing slash, and what would reorder it. */
export function websiteText(website: string): string {
  return oneLine(website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''))
}
