import type { Rolldown } from 'vite'

const PRELOAD = /\n *<link rel="modulepreload"[^>]*href="\/([^"]+)">/g
const ENTRY = /\n *<script type="module"[^>]*><\/script>/

/**
 * Orders the client's scripts for fetching. All get a low priority, so that the stylesheet and the first API reads come
 * first. Until those have arrived, browsers fetch one low-priority file at a time: the largest is therefore first, and
 * the small entry, which needs all others to run, is last.
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
