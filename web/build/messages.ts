import { basename, join } from 'node:path'
import { type PluginObj, transformAsync, types } from '@babel/core'
import macro, { type LinguiPluginOpts } from '@lingui/babel-plugin-lingui-macro'
import { getConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { Plugin } from 'vite'
import { type Compiled, messageKey } from '../src/locale/messages.ts'

const configPath = join(import.meta.dirname, '../../lingui.config.ts')
const HAS_MESSAGES = /from '@lingui\/(core|react)\/macro'|\/\*\* i18n \*\//

/** Texts of the interface: translates macros, loads catalogues (`translations/*.po`). Also for what is built apart. */
export function messages(): Plugin[] {
  const linguiConfig = getConfig({ configPath })
  return [
    {
      name: 'quack:catalogues',
      enforce: 'pre',
      transform: {
        filter: { id: /\.po(\?pseudo)?$/ },
        handler: async (source, file) => ({ code: await compileCatalogue(source, file), map: null, moduleType: 'js' }),
      },
    },
    {
      name: 'quack:messages',
      enforce: 'pre',
      transform: {
        filter: { id: /\/(web|contract)\/src\/.*\.tsx?$/, code: HAS_MESSAGES },
        async handler(code, id) {
          const [filename = id] = id.split('?')
          const options: LinguiPluginOpts = { descriptorFields: 'message', linguiConfig }
          const result = await transformAsync(code, {
            filename,
            babelrc: false,
            configFile: false,
            sourceMaps: true,
            parserOpts: { plugins: ['typescript', ...(filename.endsWith('x') ? (['jsx'] as const) : [])] },
            plugins: [[macro, options], compileDefaults],
          })
          if (!result?.code) throw new Error(`${filename} could not be translated`)
          return { code: result.code, map: result.map as never }
        },
      },
    },
  ]
}

/**
 * A catalogue as the client loads it. With `?pseudo` it has the English texts in other letters: what a test finds in
 * English then is in no catalogue.
 * @throws for a message that is not valid, and for two with the same key
 */
async function compileCatalogue(source: string, id: string): Promise<string> {
  const [file = id, query] = id.split('?')
  const entries = new Map<string, unknown>()
  for (const { key, english, translation, isOfServer } of await readCatalogue(source, file)) {
    if (isOfServer) continue
    if (entries.has(key)) throw new Error(`${file}: another message has the key of ${JSON.stringify(english)}`)
    if (query === 'pseudo') entries.set(key, disguise(compile(english)))
    else if (translation !== '') entries.set(key, compile(translation))
  }
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))})`
}

/** As Lingui does it, without the fields that are undefined: they would be in the code of each plural. */
const compile = (message: string): Compiled => JSON.parse(JSON.stringify(compileMessage(message)))

export interface CatalogueEntry {
  readonly key: string
  readonly english: string
  /** Empty if it is missing. */
  readonly translation: string
  /** Whether the server alone says it. */
  readonly isOfServer: boolean
}

export async function readCatalogue(source: string, file: string): Promise<CatalogueEntry[]> {
  const locale = basename(file, '.po')
  const catalogue = await formatter().parse(source, { locale, sourceLocale: 'en', filename: file })
  return Object.entries(catalogue).flatMap(
    ([id, { message, context, comments = [], translation = '', origin = [], obsolete }]) => {
      if (obsolete) return []
      const isOfServer = origin.every(([path]) => path.startsWith('server/'))
      // A message with a name has its English text in the comment that lingui.config.ts writes.
      if (message === undefined) return [{ key: id, english: comments[0] ?? '', translation, isOfServer }]
      return [{ key: messageKey(compile(message), context), english: message, translation, isOfServer }]
    },
  )
}

/** Letters that nobody writes in English. Tags and placeholders stay. */
function disguise(message: unknown): unknown {
  if (typeof message === 'string')
    return message.replaceAll(/[a-z]/gi, (letter) => DISGUISES[letter.toLowerCase()] ?? letter)
  if (!Array.isArray(message)) return message
  return message.map((token: unknown) => {
    if (!Array.isArray(token)) return disguise(token)
    const [name, format, choices] = token as [string, string?, Record<string, unknown>?]
    if (choices === undefined) return token
    const entries = Object.entries(choices).map(([key, choice]) => [key, disguise(choice)])
    return [name, format, Object.fromEntries(entries)]
  })
}

const DISGUISES: Readonly<Record<string, string>> = Object.fromEntries(
  [...'αβςδεφγηιјκλμνοπϙρστυѵωχψζ'].map((other, index) => [String.fromCodePoint(97 + index), other]),
)

/**
 * English has no catalogue: each message is in the code that shows it, parsed already, and `partsOf` takes it where the
 * language has no translation. So a screen loads its own English texts alone.
 */
function compileDefaults(): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          let say: types.Identifier | undefined
          program.traverse({
            ObjectExpression(path) {
              const { node, parentPath } = path
              if (!node.leadingComments?.some(({ value }) => value.includes('i18n'))) return
              const find = (name: string) => propertyOf(node, name)
              const [id, message, context] = [find('id'), find('message'), find('context')]
              if (!types.isStringLiteral(id?.value) || !types.isStringLiteral(message?.value)) return
              const english = message.value.value
              const meaning = types.isStringLiteral(context?.value) ? context.value.value : undefined
              const compiled = compile(english)
              const text = types.valueToNode(compiled)
              const isNamed = id.value.value !== generateMessageId(english, meaning)
              const isCall = parentPath.isCallExpression() && types.isMemberExpression(parentPath.node.callee)
              if (isCall && !isNamed) {
                say ??= program.scope.generateUidIdentifier('say')
                const values = find('values')?.value
                const rest = [
                  types.isExpression(values) ? values : undefined,
                  context && (context.value as types.Expression),
                ]
                while (rest.length > 0 && !rest.at(-1)) rest.pop()
                const given = rest.map((each) => each ?? types.unaryExpression('void', types.numericLiteral(0)))
                parentPath.replaceWith(types.callExpression(say, [text, ...given]))
              } else if (parentPath.isJSXSpreadAttribute()) {
                message.value = text
                node.properties = node.properties.filter((property) => property !== id)
              } else {
                message.value = typeof compiled === 'string' ? types.arrayExpression([text]) : text
                if (!isNamed) id.value = types.stringLiteral(messageKey(compiled, meaning))
                node.properties = node.properties.filter((property) => property !== context)
              }
            },
          })
          if (!say) return
          const specifier = types.importSpecifier(say, types.identifier('say'))
          program.unshiftContainer('body', types.importDeclaration([specifier], types.stringLiteral('#messages')))
        },
      },
    },
  }
}

function propertyOf(node: types.ObjectExpression, name: string): types.ObjectProperty | undefined {
  return node.properties.find(
    (property): property is types.ObjectProperty =>
      types.isObjectProperty(property) && types.isIdentifier(property.key, { name }),
  )
}
