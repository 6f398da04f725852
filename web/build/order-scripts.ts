import type { Rolldown } from 'vite'

const PRELOAD = /\n *<link rel="modulepreload"[^>]*href="\/([^"]+)">/g
const ENTRY = /\n *<script type="module"[^>]*><\/script>/

/**
 * Puts the client's scripts into the order that they should be fetched in. The page's look and its first read come
 * before all of them: until those are there, browsers fetch one file of low priority at a time. So the largest goes
 * first, and the small entry, which can run only when it has the others, last.
 */
export function orderScripts(html: string, bundle: Rolldown.OutputBundle): string {
  const sizeOf = (file: string | undefined) => {
    const chunk = bundle[file ?? '']
    return chunk?.type === 'chunk' ? chunk.code.length : 0
  }
  const preloads = [...html.matchAll(PRELOAD)].toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))
  const [entry = ''] = html.match(ENTRY) ?? []
  const scripts = [...preloads.map(([tag]) => tag), entry].join('')
  return html
    .replaceAll(PRELOAD, '')
    .replace(ENTRY, () => scripts)
    .replaceAll(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"')
}
