import type { MultipartFile } from '@fastify/multipart'
import type { UploadedMedia } from '@quack/contract'
import { AVATAR_MAX_BYTES, JSON_BODY_MAX_BYTES, POST_MEDIA_MAX_BYTES } from '@quack/contract/rules/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import type { Static, TObject } from 'typebox'
import { AppError } from '../../../http/errors/errors.ts'
import { ajv, describeProblem } from '../../../http/errors/validation.ts'
import { type Purpose, refuseForm } from '../../media/intake/media.service.ts'

/**
 * Input of apps comes in the address or in the body, as JSON or as a form; lists as `a[]`, objects as `a[b]`. Each call
 * takes it from wherever it is.
 */

const FORM = 'application/x-www-form-urlencoded'
/** Of forms and addresses. Apps send neither more names nor longer lists. */
const BOUNDS = { parameterLimit: 200, depth: 4, arrayLimit: 100, throwOnLimitExceeded: true, plainObjects: true }
const TRUE = new Set<unknown>(['true', '1', 'on', 't', 1])
const FALSE = new Set<unknown>(['false', '0', 'off', 'f', '', 0])

const compiler = ajv({ coerceTypes: 'array', strict: false })

/** @throws requestMalformed */
function parseForm(text: string): Record<string, unknown> {
  if (text.includes('%00')) throw new AppError('requestMalformed')
  try {
    return qs.parse(text, BOUNDS) as Record<string, unknown>
  } catch {
    throw new AppError('requestMalformed')
  }
}

export function registerForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, async (_: FastifyRequest, text: string) => parseForm(text))
}

/** A file of a form; `truncated` if it was larger than allowed, once it has been read. */
type SentFile = MultipartFile['file']
export type ReceiveFile = (request: FastifyRequest, purpose: Purpose, file: SentFile) => Promise<UploadedMedia>

/** The specification says "smaller than". */
const FILE_MAX = { post: POST_MEDIA_MAX_BYTES - 1, avatar: AVATAR_MAX_BYTES - 1 }
const FORM_MAX = 2 ** 20
const PARTS = { files: 4, fields: BOUNDS.parameterLimit, fieldSize: JSON_BODY_MAX_BYTES }

/**
 * Reads a multipart form. Of each field that `taken` names, the first file is received; all others are dropped.
 * @throws bodyTooLarge, also for a form whose length is not said; requestMalformed, and what `receive` throws
 */
export async function readMultipart(
  request: FastifyRequest,
  taken: Readonly<Record<string, Purpose>>,
  receive: ReceiveFile,
): Promise<{ fields: Record<string, unknown>; files: ReadonlyMap<string, UploadedMedia> }> {
  const fields = new URLSearchParams()
  const files = new Map<string, UploadedMedia>()
  const fileSize = Math.max(0, ...Object.values(taken).map((purpose) => FILE_MAX[purpose]))
  // A form is read to its end, whatever is in it. Apps send a second file that is dropped, such as a thumbnail.
  const isBounded = Number(request.headers['content-length']) <= 2 * fileSize + FORM_MAX
  if (!isBounded) throw new AppError('bodyTooLarge')
  try {
    // A file at its limit is cut, and refused where it is received.
    const options = { limits: { ...PARTS, fileSize }, throwFileSizeLimit: false }
    for await (const part of request.parts(options)) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new AppError('bodyTooLarge')
        fields.append(part.fieldname, String(part.value))
        continue
      }
      const purpose = files.has(part.fieldname) ? undefined : taken[part.fieldname]
      if (purpose) files.set(part.fieldname, await receive(request, purpose, part.file))
      else part.file.resume()
    }
  } catch (error) {
    throw error instanceof AppError ? error : refuseForm(error as Error)
  }
  return { fields: parseForm(fields.toString()), files }
}

type Properties = { readonly [name: string]: { readonly type?: string; readonly properties?: Properties } }

/** Understands the words for a boolean, in objects inside too. */
function readFlags(properties: Properties, input: Record<string, unknown>): void {
  for (const [name, { type, properties: inside }] of Object.entries(properties)) {
    const { [name]: value } = input
    // Python writes True.
    const word = typeof value === 'string' ? value.toLowerCase() : value
    if (type === 'boolean' && (TRUE.has(word) || FALSE.has(word))) input[name] = TRUE.has(word)
    if (inside && typeof value === 'object' && value !== null) readFlags(inside, value as Record<string, unknown>)
  }
}

/** @throws fieldInvalid, requestMalformed */
export function readInput<S extends TObject>(schema: S, request: Pick<FastifyRequest, 'url' | 'body'>): Static<S> {
  const { url, body } = request
  const query = parseForm(url.slice(url.indexOf('?') + 1 || url.length))
  const given = Object.entries({ ...query, ...(body ?? {}) })
  // An app that leaves a field out may also send it as null.
  const input = Object.fromEntries(given.filter(([, value]) => value !== null))
  readFlags(schema.properties as Properties, input)
  // Apps ask for more than there is on a page of any server.
  const most = (schema.properties.limit as { maximum?: number } | undefined)?.maximum
  if (most !== undefined && Number(input.limit) > most) input.limit = most
  // It is compiled once.
  const validate = compiler.compile(schema)
  if (!validate(input)) throw new AppError('fieldInvalid', describeProblem({ validation: validate.errors ?? [] }))
  return input as Static<S>
}

/** @throws fieldInvalid, requestMalformed */
export function readJson<S extends TObject>(schema: S, text: string): Static<S> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AppError('requestMalformed')
  }
  return readInput(schema, { url: '', body })
}
