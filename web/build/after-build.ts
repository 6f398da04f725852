import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { compressFiles } from './compress.ts'
import { writeServiceWorker } from './service-worker.ts'

/** What is made of the finished build: first the service worker, which names its files, then all of it compressed. */
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
    async closeBundle() {
      await writeServiceWorker(root, directory)
      await compressFiles(directory)
    },
  }
}
