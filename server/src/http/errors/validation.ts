import { isEmailAddress } from '@quack/contract/rules/email-address'
import { _, Ajv, type KeywordCxt, type Options, type ValidateFunction } from 'ajv'
import type { FastifyError, FastifyInstance } from 'fastify'

/** They keep what they have compiled, so all servers of a process share it. */
const compilers = { strict: ajv({ coerceTypes: false }), fromText: ajv({ coerceTypes: true }) }

/**
 * Validates input by the declared schemas. JSON has types, so those of a body are not coerced. Queries and headers are
 * text, so "20" there becomes the number 20. Only the first problem is reported, because a crafted body could contain
 * very many. Each schema is compiled for its first input: compiling all at the start takes memory and time.
 */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const compiler = httpPart === 'body' ? compilers.strict : compilers.fromText
    let validate: ValidateFunction | null = null
    return (data) => {
      validate ??= compiler.compile(schema as object)
      return validate(data) || { error: validate.errors ?? [] }
    }
  })
}

export function ajv(options: Options): Ajv {
  const instance = new Ajv({ useDefaults: true, removeAdditional: false, allErrors: false, ...options })
  instance.addFormat('email', isEmailAddress)
  // Lengths count UTF-16 code units, like the contract's limits and HTML's maxlength. Ajv's own keywords count code
  // points.
  for (const [keyword, fail] of [
    ['minLength', ({ data, schemaCode }: KeywordCxt) => _`${data}.length < ${schemaCode}`],
    ['maxLength', ({ data, schemaCode }: KeywordCxt) => _`${data}.length > ${schemaCode}`],
  ] as const) {
    instance.removeKeyword(keyword).addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      error: { message: keyword, params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
      code: (context) => context.fail(fail(context)),
    })
  }
  return instance
}

/** A sentence that names the field and its rule. */
export function describeProblem(error: Pick<FastifyError, 'validation'>): string {
  const [problem] = error.validation ?? []
  if (!problem) return 'The request is not valid.'
  const field = fieldName(problem.instancePath)
  const { params } = problem
  switch (problem.keyword) {
    case 'required':
      return `${String(params.missingProperty)} is required.`
    case 'type':
      return field ? `${field} must be of type ${String(params.type)}.` : 'The request body must be a JSON object.'
    case 'minLength':
      return params.limit === 1
        ? `${field} is required.`
        : `${field} must have at least ${String(params.limit)} characters.`
    case 'maxLength':
      return `${field} must have at most ${String(params.limit)} characters.`
    case 'minimum':
      return `${field} must be ${String(params.limit)} or more.`
    case 'maximum':
      return `${field} must be ${String(params.limit)} or less.`
    case 'enum':
      return `${field} must be one of ${(params.allowedValues as unknown[]).join(', ')}.`
    case 'format':
      return `${field} must be a valid ${String(params.format)} address.`
    case 'pattern':
      return PATTERNS[field] ?? `${field} is not valid.`
    default:
      return `${field || 'The request'} is not valid.`
  }
}

/** Messages for some fields whose pattern would not help a person. */
const PATTERNS: Readonly<Record<string, string>> = {
  username: 'username must be 1 to 30 letters, digits or any of _ . -, with neither . nor - first or last',
  firstName: 'firstName is required.',
  lastName: 'lastName is required.',
}

function fieldName(instancePath: string): string {
  return instancePath.split('/').at(-1) ?? ''
}
