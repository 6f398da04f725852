import type { TextMessage } from '@quack/contract/calls/notification-text'
import { directionOf, type Locale } from '@quack/contract/rules/locales'
import { pictureSource, REDUCED_MOTION } from '@quack/contract/rules/pictures'
import { escapeHtml } from '../../http/pages/escape-html.ts'
import type { Say } from '../../locale/translator.ts'

/** The metadata with which other sites preview a page. */
export interface Preview {
  readonly title: string
  readonly description: string
  readonly type: 'website' | 'article' | 'profile'
  /** A stored address (our own start with a slash); null for the default picture. */
  readonly picture: string | null
  /** Whether the picture is the page's subject, and not an avatar. */
  readonly isPictureLarge: boolean
  /**
   * Pages that belong to the same person, who may show there that this page is theirs: `rel="me"` verifies both ways.
   */
  readonly pages?: readonly string[]
  /** The picture that the page itself will show first, as the post names it; it is preloaded. */
  readonly firstPicture?: { readonly url: string; readonly sizes: string; readonly isAnimated: boolean }
}

/** The address of the page: the installation's origin (null if unknown), and the path (null if it is a secret). */
export interface PageAddress {
  readonly origin: string | null
  readonly path: string | null
  /** For people whose browsers ask for none of our languages. */
  readonly locale: Locale
}

const DESCRIPTION: TextMessage = /** i18n */ { id: 'preview.product', message: 'Short posts from people you follow.' }

export const previewOfProduct = (say: Say): Preview => ({
  title: 'Quack',
  description: say(DESCRIPTION),
  type: 'website',
  picture: null,
  isPictureLarge: true,
})

const SHARE_PICTURE = '/icons/share.png'
/** The markers in web/index.html between which the tags go. */
const SLOT = /<!-- preview -->[\s\S]*?<!-- \/preview -->/

/** The page with the preview's tags. Pure. Everything that members wrote is escaped here. */
export function fillPage(
  page: string,
  preview: Preview,
  { origin, path, locale }: PageAddress,
  scripts: readonly string[],
): string {
  const { title, description, type, isPictureLarge } = preview
  const absolute = (address: string) => {
    if (/^https?:/i.test(address)) return address
    return origin === null ? null : origin + address
  }
  const picture = absolute(preview.picture ?? SHARE_PICTURE)
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    tag('name', 'description', description),
    tag('property', 'og:site_name', 'Quack'),
    tag('property', 'og:type', type),
    tag('property', 'og:title', title),
    tag('property', 'og:description', description),
    tag('property', 'og:url', path === null ? null : absolute(path)),
    tag('property', 'og:image', picture),
    tag('name', 'twitter:card', isPictureLarge ? 'summary_large_image' : 'summary'),
    tag('name', 'twitter:title', title),
    tag('name', 'twitter:description', description),
    tag('name', 'twitter:image', picture),
    ...(preview.pages ?? []).map((page) => `<link rel="me" href="${escapeHtml(page)}" />`),
  ]
  // As a function, because a dollar sign in a replacement string would be special.
  const preloads = scripts.map(
    (address) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`,
  )
  if (preview.firstPicture) preloads.push(...preloadPicture(preview.firstPicture))
  return page
    .replace(SLOT, () => tags.filter((entry) => entry !== '').join('\n    '))
    .replace('<html lang="en">', `<html lang="${locale}" dir="${directionOf(locale)}">`)
    .replace('</head>', () => [...preloads, '</head>'].join('\n    '))
}

/** Preloads the file that the client's img element will choose. */
function preloadPicture({ url, sizes, isAnimated }: NonNullable<Preview['firstPicture']>): string[] {
  if (!isAnimated) return [preloadLink(url, sizes)]
  return [
    preloadLink(url, sizes, { media: `not all and ${REDUCED_MOTION}` }),
    preloadLink(url, sizes, { media: REDUCED_MOTION, isStill: true }),
  ]
}

function preloadLink(url: string, width: string, { media = '', isStill = false } = {}): string {
  const { src, srcSet = '' } = pictureSource(url, isStill)
  const [href, set, sizes] = [src, srcSet, width].map(escapeHtml)
  const when = media === '' ? '' : ` media="${media}"`
  return `<link rel="preload" as="image" fetchpriority="high" href="${href}" imagesrcset="${set}" imagesizes="${sizes}"${when}>`
}

function tag(kind: 'name' | 'property', name: string, content: string | null): string {
  return content === null ? '' : `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}
