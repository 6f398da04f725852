import type { Poll } from '@quack/contract'
import { addressesOf, filesOf } from '../../data/offline/entry-files.ts'
import type { PostBody, WritingEntry } from '../../data/offline/outbox-entry.ts'
import { entries } from '../../data/outbox/pending.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { fileKind } from '../../data/uploads/upload-options.ts'

interface FileUrl {
  file: File
  url: string
}

/** The local addresses of the entries' files, by entry. An entry is read anew after each change, its files with it. */
const urls = new Map<number, readonly (FileUrl | undefined)[]>()

function update(): void {
  const present = new Map(entries.get().map((entry) => [entry.id, filesOf(entry)]))
  for (const [id, known] of urls) {
    if (present.has(id)) continue
    urls.delete(id)
    // Later: what is on the screen may still show them.
    setTimeout(() => {
      for (const each of known) if (each) URL.revokeObjectURL(each.url)
    }, 60_000)
  }
  for (const [id, files] of present) {
    const known = urls.get(id)
    const urlOf = (file: File) => known?.find((each) => each && isSame(each.file, file))?.url
    const next = files.map((file) => file && { file, url: urlOf(file) ?? URL.createObjectURL(file) })
    if (files.some(Boolean)) urls.set(id, next)
  }
}
entries.subscribe(update)
update()

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

export interface Shown extends Pick<LivePost, 'content' | 'mediaUrl' | 'type' | 'alt' | 'warning' | 'sensitive'> {
  furtherPictures?: { url: string; alt: string; media: null }[]
  poll?: Poll | undefined
  /** What is shown at local addresses, by place. */
  files: readonly (File | undefined)[]
}

/** What a post is shown with: its files at local addresses until it is sent. */
export function shownBody(entry: WritingEntry<'post' | 'editPost'>): Shown {
  const { content = '', type = '', alt = '', furtherPictures, warning, sensitive, poll }: PostBody = entry.body
  const files = filesOf(entry)
  const known = urls.get(entry.id)
  const [mediaUrl = '', ...further] = addressesOf(entry.body).map((address, place) => {
    const { url = '' } = known?.[place] ?? {}
    // The place is for a form that changes the entry (data/sending/entries.ts).
    return files[place] ? url && `${url}${place > 0 ? `#${place}` : ''}` : address
  })
  const [file] = files
  return {
    content,
    mediaUrl,
    type: file ? (fileKind(file) ?? 'video') : type === 'image' || type === 'video' ? type : '',
    alt,
    ...(warning !== undefined && { warning }),
    ...(sensitive !== undefined && { sensitive }),
    ...(furtherPictures && {
      furtherPictures: furtherPictures.map((each, index) => ({
        url: further[index] ?? '',
        alt: each.alt ?? '',
        media: null,
      })),
    }),
    ...(poll !== undefined && { poll: poll ? pollOf(poll, entry.at) : undefined }),
    files,
  }
}

/** What a waiting post asks, in no version yet. */
function pollOf({ options, multiple = false }: NonNullable<PostBody['poll']>, at: number): Poll {
  const endsAt = new Date(at).toISOString()
  return { options, multiple, mayChange: false, showResults: 'always', endsAt, version: 0 }
}
