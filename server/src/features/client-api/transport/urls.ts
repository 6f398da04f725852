import { PAGE_PATHS } from '@quack/contract/rules/page-paths'

export type Urls = ReturnType<typeof urlsAt>

/** The addresses that apps are told. All are absolute. @param origin of this installation */
export function urlsAt(origin: string) {
  const fill = (pattern: string, value: string) => origin + pattern.replace(/:\w+/, encodeURIComponent(value))
  return {
    origin,
    host: new URL(origin).host,
    profile: (username: string) => fill(PAGE_PATHS.profile, username),
    post: (publicId: string) => fill(PAGE_PATHS.post, publicId),
    tag: (tag: string) => fill(PAGE_PATHS.tag, tag),
    /** Of media and avatars: those that are here have a path alone. */
    absolute: (url: string) => (url.startsWith('/') ? origin + url : url),
  }
}
