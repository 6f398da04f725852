import { PICTURE_SIZES, pictureSource } from '@quack/contract/pictures'

/** What another site shows of an address. */
export interface Preview {
  readonly title: string
  readonly description: string
  readonly type: 'website' | 'article' | 'profile'
  /** An address as the product keeps it, ours starting with a slash; null for the share picture. */
  readonly picture: string | null
  /** Whether the picture is what the page is about, and not merely beside it. */
  readonly isPictureLarge: boolean
  /** The picture that the page itself will show first, as the post names it. */
  readonly firstPicture?: string
}

/** Where the page was asked for: the installation's own address, null when nobody knows it, and the path on it. */
export interface Place {
  readonly origin: string | null
  readonly path: string
}

export const PRODUCT: Preview = {
  title: 'Quack',
  description: 'Short posts from people you follow.',
  type: 'website',
  picture: null,
  isPictureLarge: true,
}

const SHARE_PICTURE = '/icons/share.png'
/** web/index.html keeps this place for it. */
const SLOT = /<!-- preview -->[\s\S]*?<!-- \/preview -->/

/** The page with the preview in it. Pure; everything that members wrote is escaped here. */
export function fillPage(page: string, preview: Preview, { origin, path }: Place, scripts: readonly string[]): string {
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
    tag('property', 'og:url', absolute(path)),
    tag('property', 'og:image', picture),
    tag('name', 'twitter:card', isPictureLarge ? 'summary_large_image' : 'summary'),
    tag('name', 'twitter:title', title),
    tag('name', 'twitter:description', description),
    tag('name', 'twitter:image', picture),
  ]
  // By a function: a dollar sign in what someone wrote is no pattern.
  const preloads = scripts.map(
    (address) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`,
  )
  if (preview.firstPicture) preloads.push(preloadPicture(preview.firstPicture))
  return page
    .replace(SLOT, () => tags.filter((entry) => entry !== '').join('\n    '))
    .replace('</head>', () => [...preloads, '</head>'].join('\n    '))
}

/** Asks for the file that the client's img will choose, before there is one. */
function preloadPicture(url: string): string {
  const { src, srcSet = '' } = pictureSource(url)
  const [href, set, sizes] = [src, srcSet, PICTURE_SIZES].map(escapeHtml)
  return `<link rel="preload" as="image" fetchpriority="high" href="${href}" imagesrcset="${set}" imagesizes="${sizes}">`
}

function tag(kind: 'name' | 'property', name: string, content: string | null): string {
  return content === null ? '' : `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
