import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'

const LISTENS = /KeyboardEvent|onKey(?:Down|Up|Press)|'key(?:down|up|press)'/
const READS = /\bevent\.(?:nativeEvent\.)?(?:key|keyCode|code|which)\b/

test('handlers of keys learn the key from ui/keys.ts, so that none takes one from an input method', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file))
  const handlers = files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
  const listening = handlers.filter(([, text]) => LISTENS.test(text))
  expect(listening.length).toBeGreaterThan(10)
  expect(listening.filter(([, text]) => READS.test(text)).map(([file]) => file)).toEqual([])
})
