import { plural, t } from '@lingui/core/macro'
import { POLL_SECONDS_DEFAULT, POST_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank } from '@quack/contract/rules/text'
import { EyeOff, ListChecks, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { useCode } from '../../../data/code/use-on-demand.ts'
import type { DraftPoll } from '../../../data/drafts/drafts.ts'
import { useViewer } from '../../../data/members/members.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { isSendKey } from '../../../ui/keys.ts'
import { MentionArea } from '../../mentions/mention-area.tsx'
import { EmojiButton } from '../emoji/emoji-button.tsx'
import { QuotedPost } from '../quote/quote-card.tsx'
import { CommentRuleButton } from './comment-rule-button.tsx'
import { ComposerMedia } from './composer-media.tsx'
import { MediaButton } from './media-button.tsx'
import type { Composer } from './use-composer.ts'

interface PostFormProps {
  composer: Composer
  /** Whether it is for a post that has not been written yet. */
  isNew?: boolean
  /** Whether the empty text area has several lines. */
  isTall?: boolean
  /** Whether the author chooses here who may comment. That of an existing post is in its menu. */
  hasCommentRule?: boolean
  /** What an existing post quotes. Without it, the quote of the draft is shown and can be removed. */
  quote?: ReactNode
  textAreaRef?: React.Ref<HTMLTextAreaElement>
}

const loadFields = () => import('./attached-pictures.tsx')
const loadLanguage = () => import('./language-button.tsx')

const NEW_POLL: DraftPoll = { options: ['', ''], seconds: POLL_SECONDS_DEFAULT }

/** The counter appears when this many characters are left. */
const COUNTER_FROM = 500

/** The form of new and edited posts. Pictures and videos can be picked, dropped or pasted. */
export function PostForm({
  composer,
  isNew = false,
  isTall = false,
  hasCommentRule = false,
  quote,
  textAreaRef,
}: PostFormProps) {
  const label = isNew ? t`New post` : t`Post text`
  const { draft, isSending, canSend } = composer
  const [isOver, setOver] = useState(false)
  const viewer = useViewer()
  // The server does so too, if nothing is said.
  const areFirst = isNew || draft.basedOn?.mediaUrl === ''
  const byDefault = areFirst && draft.attached.length > 0 && viewer?.sensitiveMedia ? { sensitive: true } : undefined
  const { cover = byDefault, poll } = draft
  // What is below the text takes the space.
  const isRoomy = isTall && draft.attached.length === 0 && !poll && !draft.quote && !quote
  const fields = useCode(loadFields, cover !== undefined || poll !== undefined)
  const left = POST_MAX_LENGTH - draft.content.length
  const hasText = !isBlank(draft.content)
  const language = useQuietly(loadLanguage, hasText)

  function toggleCover(): void {
    if (!cover) composer.change({ cover: {} })
    else composer.change({ cover: draft.cover || !byDefault ? undefined : { sensitive: false } })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void composer.submit()
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isSendKey(event.nativeEvent)) return
    event.preventDefault()
    // Fields that are not valid say so first.
    event.currentTarget.form?.requestSubmit()
  }
  function onPaste(event: ClipboardEvent) {
    const { files } = event.clipboardData
    // Cells of a spreadsheet, and texts of word processors, come with a picture of themselves.
    if (files.length === 0 || !isBlank(event.clipboardData.getData('text/plain'))) return
    event.preventDefault()
    composer.attach(files)
  }
  function onDrop(event: DragEvent) {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    composer.attach(event.dataTransfer.files)
  }
  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  return (
    <form
      aria-label={label}
      onSubmit={submit}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      className={cx('min-w-0 flex-1 rounded-lg', isOver && 'outline-2 outline-accent outline-dashed outline-offset-4')}
    >
      {cover && fields && <fields.CoverFields composer={composer} cover={cover} />}
      <MentionArea
        ref={textAreaRef}
        bare
        label={label}
        rows={isRoomy ? 5 : 1}
        placeholder={t`What is happening?`}
        value={draft.content}
        readOnly={isSending}
        onChange={(event) => composer.change({ content: event.target.value })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={cx('py-2 text-large', isRoomy && 'min-h-32')}
        error={left < 0 ? sayMaximum() : undefined}
      />
      <ComposerMedia composer={composer} />
      {poll && fields && <fields.PollFields composer={composer} poll={poll} />}
      {quote ??
        (draft.quote && (
          <QuotedPost
            post={draft.quote}
            action={
              <IconButton
                label={t`Remove quote`}
                disabled={isSending}
                onClick={() => composer.change({ quote: undefined })}
                className="-my-2 -me-2"
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            }
          />
        ))}
      <div className="mt-2 flex flex-wrap items-center gap-y-2 border-t pt-2">
        <MediaButton disabled={isSending} onPick={composer.attach} />
        <EmojiButton disabled={isSending} onPick={composer.append} />
        <IconButton
          label={t`Add warning`}
          aria-pressed={cover !== undefined}
          disabled={isSending}
          onClick={toggleCover}
          tone="accent"
          isOn
        >
          <EyeOff size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t`Add poll`}
          aria-pressed={poll !== undefined}
          disabled={isSending}
          onClick={() => (poll ? fields?.removePoll(composer) : composer.change({ poll: NEW_POLL }))}
          tone="accent"
          isOn
        >
          <ListChecks size={20} aria-hidden="true" />
        </IconButton>
        {hasCommentRule && (
          <CommentRuleButton
            rule={draft.whoMayComment ?? 'everyone'}
            disabled={isSending}
            onChange={(rule) => composer.change({ whoMayComment: rule === 'everyone' ? undefined : rule })}
          />
        )}
        {hasText && language && (
          // Where there is no space for both, below the button, which stays where it is.
          <div className="ms-auto max-sm:order-last max-sm:basis-full max-sm:text-end">
            <language.LanguageButton composer={composer} />
          </div>
        )}
        <div className={cx('flex items-center gap-3 max-sm:ms-auto', hasText && language ? 'sm:ms-3' : 'ms-auto')}>
          {left <= COUNTER_FROM && (
            <bdi className={cx('text-meta tabular-nums', left < 0 ? 'text-danger' : 'text-muted')}>{left}</bdi>
          )}
          <Button type="submit" disabled={!canSend} loading={isSending} className="min-w-20">
            {isNew ? t({ message: 'Post', context: 'verb' }) : t({ message: 'Update', context: 'verb' })}
          </Button>
        </div>
      </div>
    </form>
  )
}

const sayMaximum = () =>
  plural({ max: POST_MAX_LENGTH }, { other: `A post has at most ${{ max: POST_MAX_LENGTH }} characters.` })

/** Code that a form can do without: a failure to load it is not told. */
function useQuietly<Module extends object>(load: () => Promise<Module>, isWanted: boolean): Module | null {
  const [module, setModule] = useState<Module | null>(null)
  useEffect(() => {
    if (isWanted) void load().then(setModule, () => undefined)
  }, [load, isWanted])
  return module
}
