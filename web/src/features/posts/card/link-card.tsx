import { pictureSource } from '@quack/contract/rules/pictures'
import type { LivePost } from '../../../data/posts/posts.ts'
import { cx } from '../../../ui/cx.ts'

/** As wide as the text of the post on a phone, and 10 rem from 600 px on. */
const SIZES = '(min-width: 600px) 10rem, calc(100vw - 5.5rem)'

const HOST_MAX = 28

interface LinkCardProps {
  card: NonNullable<LivePost['card']>
}

/**
 * What a site says of the address in a post: one link. The picture is above on a phone, and beside the text on a wider
 * screen, in a frame whose size does not depend on it. The host is that of the address: a site may call itself as it
 * likes.
 */
export function LinkCard({ card: { url, title, description, picture } }: LinkCardProps) {
  const name = new URL(url).host.replace(/^www\./, '')
  // The end says whose site it is.
  const shown = name.length > HOST_MAX ? `…${name.slice(1 - HOST_MAX)}` : name
  const host = <span className="shrink-0 text-meta text-muted">{shown}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="nofollow noopener"
      className={cx(
        'mt-3 flex overflow-hidden rounded-2xl border -outline-offset-2 transition-colors hover:bg-hover',
        picture ? 'flex-col min-[600px]:flex-row' : 'items-baseline justify-between gap-3 px-3 py-2.5',
      )}
    >
      {picture ? (
        <>
          <span
            className="relative aspect-[1.91] shrink-0 bg-center bg-cover bg-skeleton min-[600px]:aspect-auto min-[600px]:min-h-28 min-[600px]:w-40"
            style={{ backgroundImage: picture.preview ? `url("${picture.preview}")` : undefined }}
          >
            <img
              {...pictureSource(picture.url)}
              sizes={SIZES}
              alt=""
              loading="lazy"
              decoding="async"
              fetchPriority="low"
              className="absolute inset-0 size-full object-cover"
            />
          </span>
          <span className="flex min-w-0 flex-1 flex-col justify-center px-3 py-2.5">
            {host}
            <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold">
              {title}
            </span>
            {description !== '' && (
              <span dir="auto" className="hidden truncate text-meta text-muted min-[600px]:block">
                {description}
              </span>
            )}
          </span>
        </>
      ) : (
        <>
          <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {title}
          </span>
          {host}
        </>
      )}
    </a>
  )
}
