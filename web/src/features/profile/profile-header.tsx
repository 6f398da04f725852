import { pictureSource } from '@quack/contract/rules/pictures'

/** The picture above a profile. Its frame is there before it loads, and it never moves. */
export function ProfileHeader({ url }: { url: string }) {
  return (
    <div className="aspect-3/1 w-full bg-skeleton">
      <img
        {...pictureSource(url, true)}
        sizes="(min-width: 768px) 600px, 100vw"
        alt=""
        decoding="async"
        className="size-full object-cover"
      />
    </div>
  )
}
