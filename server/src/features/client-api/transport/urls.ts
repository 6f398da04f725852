import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import { signedNameOf } from '../../media/records/media.view.ts'

/** The path of a page of our own. */
export const pathOf = (page: 'profile' | 'post' | 'tag', value: string): string =>
  PAGE_PATHS[page].replace(/:\w+/, encodeURIComponent(value))

export type Urls = ReturnType<typeof urlsAt>

/**
 * The addresses that apps are told. All are absolute.
 * @param origin of this installation; @param forApp the address of a file for the app of the request's token
 */
export function urlsAt(origin: string, forApp: ((name: string) => string) | null = null) {
  return {
    origin,
    get host() {
      return new URL(origin).host
    },
    profile: (username: string) => origin + pathOf('profile', username),
    /** Apps know addresses of this form, and open them themselves. A browser is led to the page (links.routes.ts). */
    status: (username: string, id: string) => `${origin}/@${encodeURIComponent(username)}/${id}`,
    tag: (tag: string) => origin + pathOf('tag', tag),
    /** Of media. An app keeps addresses for longer than a signed one is valid. */
    media(url: string) {
      const signed = forApp && signedNameOf(url)
      return this.absolute(signed && forApp ? forApp(signed) : url)
    },
    /** Of files: those that are here have a path alone. */
    absolute: (url: string) => (url.startsWith('/') ? origin + url : url),
  }
}
