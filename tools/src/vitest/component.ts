import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_FLAGS } from '@quack/testing/chromium'
import { freePort } from '@quack/testing/free-port'
import { patient } from '@quack/testing/patience'
import { ROOT } from '@quack/testing/run'
import { findChromium } from '@quack/testing/system'
import { isLong } from '@quack/testing/tier'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { messages } from '../../../web/build/messages.ts'
import { commands, REDUCED_MOTION } from './component.commands.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the server of the component tests. The proxy knows it before the server starts. */
    componentServerPort: number
  }
}

/** Pages at the same time. Beside them run as many workers of the other projects, which must agree on the number. */
const PAGES = availableParallelism() + 1

const TRANSPARENT = `
  document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { opacity: 0 }' }))
`

/**
 * Tests of the client's screens in a browser, without a build: web/test/component-test.ts says how they are written.
 * The client is compiled as `npm run dev` does it, and asks one real server.
 */
export async function componentProject(): Promise<TestProjectInlineConfiguration> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  return {
    root: join(ROOT, 'web'),
    plugins: [messages(), react(), tailwindcss()],
    server: { proxy: { '/api': address, '/media': address, '/healthz': address } },
    // All that the client imports, also with its later screens: what was found in the middle of a run would reload the
    // page.
    optimizeDeps: {
      entries: ['src/app/main.tsx', 'src/**/*.component.test.tsx'],
      // Macros import it. A build leaves it out.
      include: ['@lingui/core'],
    },
    test: {
      name: 'component',
      include: ['src/**/*.component.test.tsx'],
      maxWorkers: PAGES,
      // Files share their page's modules, as in most other projects: to load and compile the client costs seconds.
      isolate: false,
      testTimeout: patient(180_000),
      hookTimeout: patient(180_000),
      expect: { poll: { timeout: patient(30_000) } },
      sequence: { shuffle: { tests: true } },
      provide: { componentServerPort: port, isLong },
      setupFiles: [join(ROOT, 'tools/src/vitest/hangs.setup.ts'), join(ROOT, 'web/test/english.setup.ts')],
      globalSetup: [join(ROOT, 'tools/src/vitest/component.setup.ts')],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // By default the document is recorded at each step, for the case that the test fails: a tenth of the CPU time.
        traceView: 'off',
        viewport: { width: 1440, height: 900 },
        // Nobody looks at these pages: what is transparent is laid out, but neither rasterised nor composited.
        orchestratorScripts: [{ type: 'text/javascript', content: TRANSPARENT }],
        commands,
        provider: playwright({
          actionTimeout: patient(60_000),
          contextOptions: {
            locale: 'en-US',
            reducedMotion: REDUCED_MOTION,
            viewport: { width: 1440, height: 900 },
          },
          launchOptions: {
            executablePath: findChromium() ?? '',
            args: [...CHROMIUM_FLAGS],
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }
}
