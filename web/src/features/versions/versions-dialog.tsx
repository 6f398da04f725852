import { plural, t } from '@lingui/core/macro'
import { Fragment, type ReactNode } from 'react'
import { type PostPicture, picturesOf, useCovered } from '../../data/posts/media.ts'
import { useVersions, type Version, type VersionsOf } from '../../data/posts/versions.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { LazyPicture } from '../posts/media/lazy-picture.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { diffWords } from './word-diff.ts'

interface VersionsDialogProps extends DialogState {
  of: VersionsOf
}

/** What a post or comment has said, the newest first, with what each edit has changed. */
export function VersionsDialog({ of, ...dialog }: VersionsDialogProps) {
  return (
    <Dialog {...dialog} title={t`Versions`}>
      <Versions of={of} />
    </Dialog>
  )
}

/** A component of its own, so that it loads the list each time the dialog opens. */
function Versions({ of }: { of: VersionsOf }) {
  const pages = useVersions(of)
  const versions = pages.entries ?? []
  return (
    <PagedList pages={pages} label={t`Versions`} emptyText={t`It has been deleted.`}>
      {(version) => {
        const index = versions.indexOf(version)
        const before = versions[index + 1]
        return (
          <li key={version._id} className="flex flex-col gap-2 border-b px-4 py-3 last:border-b-0">
            <p className="text-meta text-muted">
              {ageOf(index === 0, !before && !pages.hasMore)} · <RelativeTime time={version.since} />
            </p>
            <Said version={version} before={before} newest={versions[0]} />
          </li>
        )
      }}
    </PagedList>
  )
}

function ageOf(isNewest: boolean, isFirst: boolean): string {
  if (isNewest) return t({ message: 'Now', comment: 'The text of a post as it is now' })
  return isFirst ? t`First version` : t({ message: 'Earlier', comment: 'The text of a post before an edit' })
}

interface SaidProps {
  version: Version
  /** Undefined for the first version, and while that is not loaded. */
  before: Version | undefined
  newest: Version | undefined
}

/** What covers the post now covers what it said before, too. */
function Said({ version, before, newest }: SaidProps) {
  const { content, lang, mediaUrl = '' } = version
  const warning = version.warning || newest?.warning || ''
  const sensitive = version.sensitive || newest?.sensitive
  const covered = useCovered({ warning, sensitive, mediaUrl })
  const text = (before ? before.content + content : content) !== '' && (
    <Changes lang={lang} before={before?.content} after={content} className="whitespace-pre-line text-body" />
  )
  const pictures = <Pictures version={version} before={before} />
  const [options, earlier] = [version.pollOptions ?? [], before?.pollOptions ?? []]
  const length = Math.max(options.length, earlier.length)
  const said = (
    <>
      {text}
      {length > 0 && (
        <ol aria-label={t`Options of the poll`} className="flex flex-col gap-1">
          {Array.from({ length }, (_, at) => (
            // The options of a version never change.
            <li key={`${at} ${options[at]}`}>
              <Changes before={before && (earlier[at] ?? '')} after={options[at] ?? ''} />
            </li>
          ))}
        </ol>
      )}
      {covered === 'media' ? <Folded reason={t`Sensitive media`}>{pictures}</Folded> : pictures}
    </>
  )
  return (
    <>
      {covered === 'all' ? <Folded reason={t`Warning: ${warning}`}>{said}</Folded> : said}
      {before && <OtherChanges version={version} before={before} />}
    </>
  )
}

function Folded({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <details>
      <summary className="wrap-anywhere min-h-8 cursor-pointer">{reason}</summary>
      <div className="flex flex-col gap-2">{children}</div>
    </details>
  )
}

interface ChangesProps {
  /** Undefined if nothing is compared. */
  before: string | undefined
  after: string
  lang?: string | undefined
  className?: string
}

/** A text, with the words that came underlined, and those that went struck through. */
function Changes({ before, after, lang, className }: ChangesProps) {
  return (
    <p dir="auto" lang={lang || undefined} className={cx('wrap-anywhere', className)}>
      {before === undefined
        ? after
        : diffWords(before, after).map(({ kind, text }, place) => {
            // The parts of a version never change.
            const key = `${place} ${kind}`
            if (kind === 'same') return <span key={key}>{text}</span>
            const Mark = kind === 'added' ? 'ins' : 'del'
            const word = text.trimEnd()
            return (
              <Fragment key={key}>
                <Mark className={kind === 'added' ? 'text-success underline' : 'text-muted line-through'}>
                  {/* They have no part in the direction of the text. */}
                  <bdi className="sr-only">
                    {kind === 'added'
                      ? t({ message: '[Added:]', comment: 'Before words, for screen readers' })
                      : t({ message: '[Removed:]', comment: 'Before words, for screen readers' })}{' '}
                  </bdi>
                  {word}
                  <bdi className="sr-only">
                    {' '}
                    {t({ message: '[End]', comment: 'After added or removed words, for screen readers' })}{' '}
                  </bdi>
                </Mark>
                {text.slice(word.length)}
              </Fragment>
            )
          })}
    </p>
  )
}

const allPicturesOf = ({ mediaUrl = '', alt = '', media = null, furtherPictures }: Version): PostPicture[] =>
  picturesOf({ mediaUrl, alt, media, ...(furtherPictures && { furtherPictures }) })

/** By its file: addresses may be signed. */
function fileOf({ url }: PostPicture): string {
  const [path = ''] = url.split('?')
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The pictures of a version, and the poster of its video, each with its description and what the edit did to it. */
function Pictures({ version, before }: Pick<SaidProps, 'version' | 'before'>) {
  const earlier = new Map(before && allPicturesOf(before).map((picture) => [fileOf(picture), picture]))
  return allPicturesOf(version).map((picture) => {
    const known = earlier.get(fileOf(picture))
    const src = version.type === 'video' ? picture.media?.poster : picture.url
    const alt = picture.alt || t`Without a description`
    return (
      <figure key={fileOf(picture)} className="flex flex-col gap-1">
        {src && (
          <div className="relative w-fit">
            <LazyPicture src={src} sizes="20rem" alt={alt} className="max-h-60 min-h-14 w-fit rounded-lg" />
          </div>
        )}
        <figcaption className="flex flex-wrap gap-x-1 text-meta text-muted">
          {version.type === 'video' && <span>{t`Video.`}</span>}
          {before && !known && (
            <strong className="font-semibold">{t({ message: 'Added.', comment: 'Of a picture' })}</strong>
          )}
          <Changes before={known?.alt} after={picture.alt} />
        </figcaption>
      </figure>
    )
  })
}

/** What the text and the pictures that are shown do not say. */
function OtherChanges({ version, before }: { version: Version; before: Version }) {
  const [now, then] = [version, before].map((each) => allPicturesOf(each).map(fileOf)) as [string[], string[]]
  const removed = then.filter((file) => !now.includes(file)).length
  const isMoved = removed === 0 && now.length === then.length && now.join(' ') !== then.join(' ')
  const lines = {
    removed:
      removed > 0 &&
      (before.type === 'video'
        ? t`Video removed`
        : plural(removed, { one: '# picture removed', other: '# pictures removed' })),
    moved: isMoved && t`Pictures in another order`,
    sensitive:
      version.sensitive !== before.sensitive && (version.sensitive ? t`Media covered` : t`Media not covered any more`),
    choices:
      version.pollOptions &&
      version.pollMultiple !== before.pollMultiple &&
      (version.pollMultiple ? t`Several choices` : t`One choice`),
  }
  return (
    <>
      {version.warning !== before.warning && (
        <div className="flex gap-1 text-meta text-muted">
          {t`Warning:`} <Changes before={before.warning ?? ''} after={version.warning ?? ''} />
        </div>
      )}
      {Object.entries(lines).map(
        ([key, line]) =>
          line && (
            <p key={key} className="text-meta text-muted">
              {line}
            </p>
          ),
      )}
    </>
  )
}
