import type { PostBody, WritingEntry } from '../../data/offline/outbox-entry.ts'
import { entries } from '../../data/outbox/pending.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { fileKind } from '../../data/uploads/upload-options.ts'

/** The local addresses of the entries' files, by entry. An entry is read anew after each change, its file with it. */
const urls = new Map<number, { size: number; url: string }>()

function update(): void {
  const present = new Map(entries.get().map(({ id, file }) => [id, file]))
  for (const [id, { url }] of urls) {
    if (present.has(id)) continue
    urls.delete(id)
    // Later: the post that takes the entry's place shows it until its own picture has loaded.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  for (const [id, file] of present) {
    if (file && urls.get(id)?.size !== file.size) urls.set(id, { size: file.size, url: URL.createObjectURL(file) })
  }
}
entries.subscribe(update)
update()

export interface Shown extends Pick<LivePost, 'content' | 'mediaUrl' | 'type' | 'alt'> {
  /** What is shown at a local address. */
  file?: File
}

/** What a post is shown with: its file at a local address until it is sent. */
export function shownBody(entry: WritingEntry<'post' | 'editPost'>): Shown {
  const { content = '', mediaUrl = '', type = '', alt = '' }: PostBody = entry.body
  const { file } = entry
  const kind = file ? (fileKind(file) ?? 'video') : type === 'image' || type === 'video' ? type : ''
  return {
    content,
    mediaUrl: file ? (urls.get(entry.id)?.url ?? '') : mediaUrl,
    type: kind,
    alt,
    ...(file && { file }),
  }
}
