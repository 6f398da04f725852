import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/**
 * `CLIENT_API_SCHEMA=FILE` names the OpenAPI document of the client API by somebody else (CONTRIBUTING.md). Then every
 * answer of these calls in every test has to be valid by it.
 */
const FILE = process.env.CLIENT_API_SCHEMA

/** Where the document says that one of two has to fit, and both do. */
const AMBIGUOUS = '{"$ref":"#/components/schemas/Quote"},{"$ref":"#/components/schemas/ShallowQuote"}'

/** Where the document has one entity, and everybody else a list of them. */
const WRONG = new Set(['GET /api/v1/filters'])

type Node = Readonly<Record<string, unknown>>

/** @returns what is wrong with an answer; null if nothing is, and for calls that the document does not have */
export type CheckClientAnswer = (of: { method: string; path: string; status: number; body: unknown }) => string | null

export const checkClientAnswer: CheckClientAnswer = FILE === undefined ? () => null : createCheck(FILE)

function createCheck(file: string): CheckClientAnswer {
  const text = JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))).replace(AMBIGUOUS, AMBIGUOUS.split(',')[0] ?? '')
  const document = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> }
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { uri: (text: string) => URL.canParse(text), 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
    validateFormats: true,
    logger: false,
  })
  ajv.addSchema(document, 'document')
  const validators = new Map<string, ValidateFunction | null>()

  function validatorOf(method: string, path: string, status: number): ValidateFunction | null {
    const way = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ]
    const pointer = way.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    let validator = validators.get(pointer)
    if (validator === undefined) {
      const found = way.reduce<unknown>((node, part) => (node as Node | undefined)?.[part], document)
      validator = found ? ajv.compile({ $ref: `document#/${pointer}` }) : null
      validators.set(pointer, validator)
    }
    return validator
  }

  return ({ method, path, status, body }) => {
    if (WRONG.has(`${method} ${path}`)) return null
    const validate = validatorOf(method, path.replaceAll(/:(\w+)/g, '{$1}'), status)
    if (!validate || validate(body)) return null
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ')
  }
}
