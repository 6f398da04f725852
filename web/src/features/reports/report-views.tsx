import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Copy, Decision } from '../../data/moderation/reports.ts'
import { intlLocale, translate } from '../../locale/messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import { LazyPicture } from '../posts/media/lazy-picture.tsx'
import { ACTION_WORDS, APPEAL_WORDS, COPY_LABELS } from './report-words.ts'

interface CopyViewProps {
  copy: Copy
  label: string
  /** Reads the copy again: addresses of its media expire. */
  onRetry?: () => void
}

const hasEnding = (endings: RegExp, url: string) => endings.test(url.split('?')[0] ?? '')

/**
 * Reported text, with its pictures or its video, folded if something covered them. Of other media, only the address is
 * shown.
 */
export function CopyView({ copy, label, onRetry }: CopyViewProps) {
  const isPicture = hasEnding(/\.(webp|avif|jpe?g|png|gif)$/i, copy.mediaUrl)
  const pictures = [...(isPicture ? [{ url: copy.mediaUrl, alt: copy.alt }] : []), ...(copy.furtherPictures ?? [])]
  const said = (
    <>
      {copy.text !== '' && (
        <blockquote dir="auto" className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-line">
          <PlainBlocks text={copy.text} />
        </blockquote>
      )}
      {pictures.map(({ url, alt }) => (
        <div key={url} className="relative w-fit">
          <LazyPicture
            src={url}
            sizes="20rem"
            alt={alt || t`Without a description`}
            className="max-h-60 min-h-14 w-fit rounded-lg"
          />
        </div>
      ))}
      {copy.mediaUrl !== '' && !isPicture && <CopiedVideo copy={copy} onRetry={onRetry} />}
      {copy.text === '' && copy.mediaUrl === '' && <p className="text-muted">{t`No text`}</p>}
    </>
  )
  return (
    <figure className="flex flex-col gap-2 border-s-2 ps-3">
      <figcaption className="text-meta text-muted">{label}</figcaption>
      {copy.warning || copy.sensitive ? (
        <details>
          <summary className="wrap-anywhere min-h-8 cursor-pointer">
            {copy.warning ? t`Warning: ${{ warning: copy.warning }}` : t`Sensitive media`}
          </summary>
          <div className="flex flex-col gap-2">{said}</div>
        </details>
      ) : (
        said
      )}
    </figure>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

/** Played by its viewer alone. If it is none, its address. */
function CopiedVideo({ copy: { mediaUrl: src, alt }, onRetry }: Pick<CopyViewProps, 'copy' | 'onRetry'>) {
  const [goneUrl, setGoneUrl] = useState('')
  const [isRetried, setRetried] = useState(false)
  if (!hasEnding(/\.(mp4|m4v|mov|webm)$/i, src)) return <p className="wrap-anywhere text-muted">{src}</p>
  if (goneUrl === src) {
    const retry = () => {
      setGoneUrl('')
      setRetried(true)
      onRetry?.()
    }
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-muted">
        <p>{t`This video cannot be shown.`}</p>
        <Button variant="secondary" size="small" onClick={retry}>
          {t`Retry`}
        </Button>
        {alt && <p className="wrap-anywhere w-full">{alt}</p>}
      </div>
    )
  }
  return (
    <video
      // The Retry button, which had the focus, is gone.
      ref={isRetried ? focus : undefined}
      src={src}
      controls
      muted
      playsInline
      preload="metadata"
      aria-label={alt || t`Without a description`}
      onError={() => setGoneUrl(src)}
      className="max-h-60 max-w-full self-start rounded-lg"
    />
  )
}

const formatDay = (time: string) => new Date(time).toLocaleDateString(intlLocale(), { dateStyle: 'medium' })

/** Several sentences as one text. The last has no full stop. */
function joinSentences(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  return others.reduce(
    (before, next) => t({ message: `${before}. ${next}`, comment: 'Two sentences, as a heading' }),
    first,
  )
}

/** A moderator's decision, as the member reads it. */
export function DecisionView({ decision }: { decision: Decision }) {
  const { actions, message, warning, kind, copy, suspendedUntil, appeal, createdAt } = decision
  const covering = warning && <bdi>{warning}</bdi>
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{joinSentences(actions.map((action) => translate(ACTION_WORDS[action])))}</p>
      <p className="text-meta text-muted">
        <RelativeTime time={createdAt} />
        {suspendedUntil && ` · ${t`suspended until ${{ day: formatDay(suspendedUntil) }}`}`}
      </p>
      {covering && (
        <p className="wrap-anywhere">
          <Trans>The warning: {covering}</Trans>
        </p>
      )}
      <PlainText text={message} />
      <CopyView copy={copy} label={translate(COPY_LABELS[kind])} />
      {appeal && (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{translate(APPEAL_WORDS[appeal.state])}</p>
          {appeal.answer !== '' && <PlainText text={appeal.answer} />}
        </div>
      )}
    </div>
  )
}
