import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { compressFiles } from './compress.ts'
import { preloadsOf } from './preloads.ts'
import { buildScript, buildStartScript } from './start-script.ts'

/** Derives files from the finished build: preloads.json, the start script, the service worker, compressed copies. */
export function afterBuild(): Plugin {
  let root = ''
  let directory = ''
  return {
    name: 'quack:after-build',
    apply: 'build',
    configResolved(config) {
      root = config.root
      directory = resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: { order: 'post', handler: (html, { bundle }) => orderScripts(html, bundle ?? {}) },
    async writeBundle(_, bundle) {
      await writeFile(join(directory, 'preloads.json'), JSON.stringify(preloadsOf(bundle)))
    },
    async closeBundle() {
      await buildStartScript(root, directory)
      await writeServiceWorker(root, directory)
      await compressFiles(directory)
    },
  }
}

const PRELOAD = /\n *<link rel="modulepreload"[^>]*href="\/([^"]+)">/g
const ENTRY = /\n *<script type="module"[^>]*><\/script>/

/**
 * Orders the client's scripts for fetching. All get a low priority, so that the stylesheet and the first API reads come
 * first. Until those have arrived, browsers fetch one low-priority file at a time: the largest is therefore first, and
 * the small entry, which needs all others to run, is last.
 */
function orderScripts(html: string, bundle: Rolldown.OutputBundle): string {
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

/** What the offline shell needs besides its code: path to file. */
const FIXED = { '/': 'index.html', '/start.js': 'start.js', '/favicon.svg': 'favicon.svg' }

/** One script after the other, and then what shares code with the pages. */
const CODE = ['service-worker.js', 'service-worker-push.js', 'service-worker-share.js']
const BUNDLED = 'src/worker/outbox.ts'

/** The file of a language's texts, such as `translation-pt-BR-Ab3_dEfg.js`. */
const CATALOGUE = /^translation-(.+)-[\w-]{8}\.js$/

/** Writes `sw.js`: the code preceded by this release's files and a name hashed from them. */
async function writeServiceWorker(root: string, directory: string): Promise<void> {
  const scripts = await Promise.all([
    ...CODE.map((name) => readFile(join(root, name), 'utf8')),
    buildScript(root, BUNDLED),
  ])
  const code = scripts.join('\n')
  const assets = (await readdir(join(directory, 'assets'))).filter((name) => /\.(js|css)$/.test(name)).sort()
  // The names of assets contain a hash of their content. The other files have to be read.
  const hash = createHash('sha256').update(code).update(assets.join())
  for (const file of Object.values(FIXED)) hash.update(await readFile(join(directory, file)))
  const catalogues = assets.flatMap((name) => {
    const [, locale] = CATALOGUE.exec(name) ?? []
    return locale === undefined ? [] : [[locale, `/assets/${name}`] as const]
  })
  const release = {
    name: hash.digest('hex').slice(0, 12),
    files: [...Object.keys(FIXED), ...assets.filter((name) => !CATALOGUE.test(name)).map((name) => `/assets/${name}`)],
    locales: Object.fromEntries(catalogues),
  }
  await writeFile(join(directory, 'sw.js'), `const RELEASE = ${JSON.stringify(release)}\n${code}`)
}
