import babel from '@lingui/cli/api/extractors/babel'
import { defineConfig, type ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { ERRORS } from './contract/src/errors/errors.ts'
import { LOCALES } from './contract/src/rules/locales.ts'

/** Refusals: the wire has their English texts, and clients translate them by their codes. */
const refusals: ExtractorType = {
  match: (filename) => filename.endsWith('contract/src/errors/errors.ts'),
  extract(filename, _code, onMessageExtracted) {
    for (const [code, { message }] of Object.entries(ERRORS)) {
      onMessageExtracted({ id: `refusal.${code}`, message, comment: message, origin: [filename, 1], placeholders: {} })
    }
  },
}

/** A file of translations shows a name that we have chosen in place of the English text: so that is a comment there. */
const texts: ExtractorType = {
  match: babel.match,
  extract: (filename, code, onMessageExtracted, context) =>
    babel.extract(
      filename,
      code,
      (found) => {
        const isNamed = found.message !== undefined && found.id !== generateMessageId(found.message, found.context)
        onMessageExtracted(isNamed ? { ...found, comment: found.message } : found)
      },
      context,
    ),
}

/** How texts are found and translated: docs/translating.md. */
export default defineConfig({
  sourceLocale: 'en',
  locales: LOCALES.filter((locale) => locale !== 'en'),
  catalogs: [
    {
      path: '<rootDir>/translations/{locale}',
      include: ['<rootDir>/web/src', '<rootDir>/contract/src', '<rootDir>/server/src'],
      exclude: ['**/*.test.*'],
    },
  ],
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: 'message',
  extractors: [refusals, texts],
  runtimeConfigModule: { i18n: ['@lingui/core', 'i18n'], Trans: ['#trans', 'Trans'] },
})
