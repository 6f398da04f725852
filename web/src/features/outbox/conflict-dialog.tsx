import { t } from '@lingui/core/macro'
import { useAction } from '../../data/api/error-notifications.ts'
import { languageName } from '../../data/languages/names.ts'
import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { getPost } from '../../data/posts/posts.ts'
import { keepMine, removeEntry } from '../../data/sending/run-outbox.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusMain } from '../../ui/focus.ts'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import { type Shown, shownBody } from './file-urls.ts'
import { WaitingMedia, WaitingWarning } from './waiting-media.tsx'

interface ConflictDialogProps extends DialogState {
  entry: WritingEntry
}

interface Version extends Omit<Shown, 'content'> {
  title: string
  text: string
  /** Told if the versions have different ones. */
  lang?: string | undefined
}

/** Shows the member's version of a post or comment and the present one, and asks which is kept. */
export function ConflictDialog({ entry, ...dialog }: ConflictDialogProps) {
  const [isBusy, run] = useAction()
  if (entry.kind !== 'editPost' && entry.kind !== 'editComment') return null
  const choose = async (action: () => Promise<boolean>) => {
    if (!(await run(action))) return
    dialog.onOpenChange(false)
    focusMain()
  }
  return (
    <Dialog
      {...dialog}
      title={t`Changed meanwhile`}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" loading={isBusy} onClick={() => void choose(() => removeEntry(entry))}>
            {t({ message: 'Keep theirs', comment: 'The version of a post or comment that another device has sent' })}
          </Button>
          <Button loading={isBusy} onClick={() => void choose(() => keepMine(entry))}>
            {t({ message: 'Keep mine', comment: 'The version of a post or comment that waits on this device' })}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        {versionsOf(entry).map(({ title, text, lang, warning, ...media }, index) => (
          <section key={index} aria-label={title} className="min-w-0 rounded-xl border p-3">
            <h3 className="mb-1 font-semibold text-meta text-muted">{title}</h3>
            <WaitingWarning warning={warning} />
            <p className="wrap-anywhere whitespace-pre-line" dir="auto">
              <PlainBlocks text={text} />
            </p>
            {lang !== undefined && <p className="mt-1 text-meta text-muted">{sayLanguage(lang)}</p>}
            <WaitingMedia {...media} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function sayLanguage(tag: string): string {
  const language = languageName(tag)
  return language === '' ? t`Language: not known` : t`Language: ${language}`
}

function versionsOf(entry: WritingEntry<'editPost' | 'editComment'>): Version[] {
  const [mine, theirs] = [t`Your version`, t`The present version`]
  const none = { mediaUrl: '', type: '', alt: '', files: [] } as const
  if (entry.kind === 'editComment') {
    return [
      { title: mine, text: entry.body.text, ...none },
      { title: theirs, text: entry.theirs?.text ?? '', ...none },
    ]
  }
  // What the post asks now, if this page has read it.
  const { poll } = getPost(entry.target) ?? {}
  const { content, ...media } = { poll, ...shownBody(entry) }
  const [own, present] = [entry.body.lang, entry.theirs?.lang]
  const differs = own !== undefined && present !== undefined && own !== present
  const { content: text = '', mediaUrl = '', alt = '', furtherPictures = [], warning } = entry.theirs ?? {}
  const further = furtherPictures.map((each) => ({ url: each.url, alt: each.alt ?? '', media: null }))
  return [
    { title: mine, text: content, ...media, ...(differs && { lang: own }) },
    // Which kind of media the other device has attached is not stored.
    {
      ...{ title: theirs, text, warning, mediaUrl, alt, furtherPictures: further, poll },
      type: mediaUrl === '' ? '' : 'image',
      files: [],
      ...(differs && { lang: present }),
    },
  ]
}
