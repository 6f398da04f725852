import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { ROOT } from '@quack/testing/run'
import { expect, test } from 'vitest'

/** `npm run translations` brings them up to date. */
test('each file of translations has the texts of the code, and no others', async () => {
  const config = getConfig({ configPath: join(ROOT, 'lingui.config.ts') })
  const [catalog] = await getCatalogs(config)
  const collected = await catalog?.collect()
  const wanted = Object.entries(collected ?? {}).map(([id, { message }]) => `${id} ${message}`)
  expect(wanted.length).toBeGreaterThan(1_000)
  for (const locale of config.locales) {
    const present = Object.entries((await catalog?.read(locale)) ?? {})
    // A message with a name has no text in the file.
    const texts = present.map(([id, { message }]) => `${id} ${message ?? collected?.[id]?.message}`)
    expect(texts.toSorted(), locale).toEqual(wanted.toSorted())
    expect(
      present.filter(([, { obsolete }]) => obsolete),
      locale,
    ).toEqual([])
  }
})
