import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@quack/contract/rules/locales'

/** An entry whose id we have chosen (lingui.config.ts). A text may go on in further lines. */
const NAMED = /^#\. js-lingui-explicit-id\n(?:#(?!~).*\n)*msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm

/**
 * The translations of named messages: the server says no others. To read the whole file as Lingui does would hold up
 * requests for some 60 ms; this takes 1 or 2, once for each language.
 * @param directory has a file for each language
 * @returns by id; none for a language without a file
 */
export function readCatalogue(directory: string, locale: Locale): Record<string, string> {
  const entries = contentOf(join(directory, `${locale}.po`)).matchAll(NAMED)
  return Object.fromEntries([...entries].map(([, id = '', text = '']) => [unquoted(id), unquoted(text)]))
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** The escapes of gettext that Lingui writes are those of JSON. */
const unquoted = (lines: string): string => JSON.parse(lines.trimEnd().replaceAll('"\n"', ''))
