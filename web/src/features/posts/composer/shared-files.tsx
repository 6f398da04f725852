import { t } from '@lingui/core/macro'
import { Film } from 'lucide-react'
import { uploadToDraft } from '../../../data/drafts/draft-uploads.ts'
import { getDraft, NEW_POST_DRAFT, updateDraft } from '../../../data/drafts/drafts.ts'
import { appended, setSharedFiles, takeShared, useSharedFiles } from '../../../data/shared/take-shared.ts'
import { Button } from '../../../ui/button/button.tsx'
import { mediaProblem } from './media-problem.ts'
import { sayIfStill } from './use-composer.ts'
import { useObjectUrl } from './use-object-url.ts'

interface SharedFilesProps {
  onAttach: (files: Iterable<File>) => void
}

/** Shared pictures and videos, of which the member chooses those for the post. */
export function SharedFiles({ onAttach }: SharedFilesProps) {
  const files = useSharedFiles()
  if (files === null) {
    return (
      <p className="border-b px-4 py-3 text-danger">{t`What you shared has not arrived. Please share it again.`}</p>
    )
  }
  if (files.length === 0) return null
  return (
    <section aria-label={t`Shared files`} className="border-b px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-meta text-muted">
          {files.length === 1
            ? t`This was shared. Tap it to attach it.`
            : t`A post has up to four pictures, or one video. Tap those to attach.`}
        </p>
        <Button variant="ghost" size="small" onClick={() => setSharedFiles([])}>
          {t`Discard`}
        </Button>
      </div>
      <ul className="mt-2 flex flex-wrap gap-2">
        {files.map((file, index) => (
          <li key={index + file.name}>
            <button
              type="button"
              aria-label={t`Attach ${{ name: file.name }}`}
              onClick={() => {
                setSharedFiles(files.filter((other) => other !== file))
                onAttach([file])
              }}
              className="grid size-20 place-items-center overflow-hidden rounded-xl border bg-skeleton"
            >
              {file.type.startsWith('image/') ? <Picture file={file} /> : <Film size={28} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Picture({ file }: { file: File }) {
  return <img src={useObjectUrl(file) || undefined} alt="" className="size-full object-cover" />
}

/** Puts what was shared into the draft of a new post, below what the member has begun to write. */
export async function fillFromShared(): Promise<void> {
  const shared = await takeShared()
  if (!shared) return setSharedFiles(null)
  const { content = '', attached = [] } = getDraft(NEW_POST_DRAFT) ?? {}
  updateDraft(NEW_POST_DRAFT, { content: appended(content, shared.text) })
  const [file, ...others] = shared.files
  const isTheOne = file !== undefined && others.length === 0 && attached.length === 0 && mediaProblem(file) === null
  // An upload begins without a question only in the installed app, which the share sheet opens. In a tab, another site
  // may have sent the file.
  if (!isTheOne || !isInstalledApp()) return setSharedFiles(shared.files)
  void uploadToDraft(NEW_POST_DRAFT, file)
  void sayIfStill(file)
}

function isInstalledApp(): boolean {
  return !window.matchMedia('(display-mode: browser)').matches
}
