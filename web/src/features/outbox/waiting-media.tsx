import type { LivePost } from '../../data/posts.ts'

/** The picture or video of a waiting post, from this device or the server. */
export function WaitingMedia({ mediaUrl, type, alt }: Pick<LivePost, 'mediaUrl' | 'type' | 'alt'>) {
  if (mediaUrl === '') return null
  return (
    <div className="mt-3 overflow-hidden rounded-2xl border bg-skeleton">
      {type === 'image' ? (
        <img src={mediaUrl} alt={alt || 'In your post'} className="max-h-[36rem] w-full object-cover" />
      ) : (
        <video src={mediaUrl} controls muted playsInline aria-label={alt || 'Video in your post'} className="w-full" />
      )}
    </div>
  )
}
