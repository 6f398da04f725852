import type { Copy, Decision } from '../../data/moderation/reports.ts'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import { LazyPicture } from '../posts/media/lazy-picture.tsx'
import { ACTION_WORDS, APPEAL_WORDS, KIND_WORDS } from './report-words.ts'

interface CopyViewProps {
  copy: Copy
  label: string
}

/** Reported text, with its pictures, folded if something covered them. Videos are only named: a poster could not be shown at another address. */
export function CopyView({ copy, label }: CopyViewProps) {
  const isPicture = /\.(webp|avif|jpe?g|png|gif)$/i.test(copy.mediaUrl.split('?')[0] ?? '')
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
            alt={alt || 'Without a description'}
            className="max-h-60 min-h-14 w-fit rounded-lg"
          />
        </div>
      ))}
      {copy.mediaUrl !== '' && !isPicture && <p className="wrap-anywhere text-muted">{copy.mediaUrl}</p>}
      {copy.text === '' && copy.mediaUrl === '' && <p className="text-muted">No text</p>}
    </>
  )
  return (
    <figure className="flex flex-col gap-2 border-s-2 ps-3">
      <figcaption className="text-meta text-muted">{label}</figcaption>
      {copy.warning || copy.sensitive ? (
        <details>
          <summary className="wrap-anywhere min-h-8 cursor-pointer">
            {copy.warning ? `Warning: ${copy.warning}` : 'Sensitive media'}
          </summary>
          <div className="flex flex-col gap-2">{said}</div>
        </details>
      ) : (
        said
      )}
    </figure>
  )
}

const formatDay = (time: string) => new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium' })

/** A moderator's decision, as the member reads it. */
export function DecisionView({ decision }: { decision: Decision }) {
  const { actions, message, warning, kind, copy, suspendedUntil, appeal, createdAt } = decision
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{actions.map((action) => ACTION_WORDS[action]).join('. ')}</p>
      <p className="text-meta text-muted">
        <RelativeTime time={createdAt} />
        {suspendedUntil && ` · suspended until ${formatDay(suspendedUntil)}`}
      </p>
      {warning && (
        <p className="wrap-anywhere">
          The warning: <bdi>{warning}</bdi>
        </p>
      )}
      <PlainText text={message} />
      <CopyView copy={copy} label={`${KIND_WORDS[kind]}, as it was`} />
      {appeal && (
        <div className="flex flex-col gap-1">
          <p className="font-medium">{APPEAL_WORDS[appeal.state]}</p>
          {appeal.answer !== '' && <PlainText text={appeal.answer} />}
        </div>
      )}
    </div>
  )
}
