import { resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { messages } from './messages.ts'

export const START_SCRIPT = 'start.js'

/** Serves the start script in development. The production build calls `buildStartScript`. */
export function startScript(): Plugin {
  return {
    name: 'quack:start-script',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(`/${START_SCRIPT}`, (_, response, next) => {
        buildStartScript(server.config.root)
          .then((code) => response.setHeader('content-type', 'text/javascript').end(code))
          .catch(next)
      })
    },
  }
}

/** Bundles the start script into one classic script. Writes it only if a directory is given. */
export function buildStartScript(root: string, directory?: string): Promise<string> {
  return buildScript(root, 'src/start/start.ts', { directory, fileName: START_SCRIPT })
}

/** Bundles a module into one classic script. Writes it only if a directory is given. */
export async function buildScript(
  root: string,
  entry: string,
  { directory, fileName = 'script.js' }: { directory?: string | undefined; fileName?: string } = {},
): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [messages()],
    build: {
      outDir: directory ?? 'dist',
      write: directory !== undefined,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: resolve(root, entry), name: 'start', formats: ['iife'], fileName: () => fileName },
    },
  })
  const [output] = Array.isArray(built) ? built : [built as Rolldown.RolldownOutput]
  return output?.output[0]?.code ?? ''
}
