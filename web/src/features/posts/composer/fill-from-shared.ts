import { uploadToDraft } from '../../../data/drafts/draft-uploads.ts'
import { getDraft, updateDraft } from '../../../data/drafts/drafts.ts'
import { appended, setSharedFiles, takeShared } from '../../../data/shared/take-shared.ts'
import { mediaProblem } from './media-problem.ts'
import { NEW_POST_DRAFT } from './new-post.ts'
import { sayIfStill } from './say-if-still.ts'

/** Puts what was shared into the draft of a new post, below what the member has begun to write. */
export async function fillFromShared(): Promise<void> {
  const shared = await takeShared()
  if (!shared) return setSharedFiles(null)
  const { content = '', media = null } = getDraft(NEW_POST_DRAFT) ?? {}
  updateDraft(NEW_POST_DRAFT, { content: appended(content, shared.text) })
  const [file, ...others] = shared.files
  const isTheOne = file !== undefined && others.length === 0 && media === null && mediaProblem(file) === null
  // An upload begins without a question only in the installed app, which the share sheet opens. In a tab, another site
  // may have sent the file.
  if (!isTheOne || !isInstalledApp()) return setSharedFiles(shared.files)
  void uploadToDraft(NEW_POST_DRAFT, file)
  void sayIfStill(file)
}

function isInstalledApp(): boolean {
  return !window.matchMedia('(display-mode: browser)').matches
}
