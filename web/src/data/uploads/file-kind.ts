/** Endings of pictures and videos for which some systems know no type. What the content is, only the server knows. */
const PICTURES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic']
const VIDEOS = ['mp4', 'm4v', 'mov', 'webm', 'mkv']

/** What a file is by its type, or by its name if it has none; null for neither a picture nor a video. */
export function fileKind({ type, name }: Pick<File, 'type' | 'name'>): 'image' | 'video' | null {
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'video') return kind
  if (type !== '') return null
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? []
  if (PICTURES.includes(ending)) return 'image'
  return VIDEOS.includes(ending) ? 'video' : null
}
