import { isHttpUrl } from '@quack/contract/rules/text'
import { CalendarDays, Link as LinkIcon } from 'lucide-react'
import { formatDate } from '../../ui/text/format-age.ts'
import { websiteText } from './website-text.ts'

/** A member's website and join date. */
export function ProfileFacts({ website, createdAt }: { website: string; createdAt: string }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {isHttpUrl(website) && (
        <span className="flex min-w-0 items-center gap-1.5">
          <LinkIcon size={16} className="shrink-0" aria-hidden="true" />
          <a
            href={website}
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
          Joined <time dateTime={createdAt}>{formatDate(new Date(createdAt))}</time>
        </span>
      </span>
    </p>
  )
}
