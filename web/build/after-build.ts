import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { compressFiles } from './compress.ts'
import { orderScripts } from './order-scripts.ts'
import { preloadsOf } from './preloads.ts'
import { writeServiceWorker } from './service-worker.ts'
import { buildStartScript } from './start-script.ts'

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
