import type { UploadedMedia } from '@quack/contract'
import type { ClientCall, ClientInput, ClientParams } from '@quack/contract/client-api/client-call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { PlannedRoute } from '../../../http/answers/answer-plans.ts'
import { type AnswerKey, JsonAnswer } from '../../../http/answers/json-answer.ts'
import { JSON_TYPE, sendJson } from '../../../http/answers/read-answer.ts'
import { serializerOf } from '../../../http/answers/serialization.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Hidden } from '../../../reading/hidden.ts'
import { type Hydration, hydrationOf } from '../../../reading/list-query.ts'
import { requireViewer, type Viewer } from '../../../reading/viewer.ts'
import type { Intake } from '../../media/intake/intake.ts'
import { receiveMedia } from '../../media/intake/media.service.ts'
import { mediaView } from '../../media/records/media.view.ts'
import { type ReceiveFile, readInput, readMultipart } from './input.ts'
import { NOT_STORED } from './send-page.ts'
import type { Urls } from './urls.ts'

declare module 'fastify' {
  interface FastifyInstance {
    urlsOf: (request: FastifyRequest) => Urls
    /** Those that are registered, for the documents. */
    clientCalls: ClientCall[]
  }
}

/** For whom an answer is. */
export interface Reader {
  readonly hydration: Hydration
  readonly urls: Urls
}

/** A handler's argument. Its hydration has none of the lists inside, which apps do not know. */
export interface ClientContext<C extends ClientCall> extends Reader {
  readonly input: ClientInput<C>
  readonly params: ClientParams<C>
  /** What the form's files have become, by their fields. */
  readonly files: ReadonlyMap<string, UploadedMedia>
  /** The member of the token; null for a visitor and for an app without a member, if the call allows them. */
  readonly viewer: C['access'] extends 'member' ? Viewer : Viewer | null
  readonly hidden: Hidden
  readonly isCurrent: boolean
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface ClientOptions<C extends ClientCall, Key> {
  /** Whether a request with this input waits for its turn among heavy reads. */
  readonly isHeavy?: (input: ClientInput<C>) => boolean
  /** Of a call that takes files. */
  readonly intake?: Intake
  /** Answers the same address again from the caches. */
  readonly direct?: PlannedRoute<Key>
}

/** Registers the route of a declaration of the client API. */
export function bindClient<C extends ClientCall, Key extends AnswerKey<Key> = never>(
  scope: FastifyInstance,
  call: C,
  handler: (context: ClientContext<C>) => Promise<Static<C['answer']> | JsonAnswer<Key>>,
  { isHeavy, intake, direct }: ClientOptions<C, Key> = {},
): void {
  const { files: taken = {} } = call
  const { method, path, access, scope: needed, rate, params, input: schema, answer } = call
  const serialize = serializerOf(answer)
  scope.clientCalls.push(call)
  /** Each file becomes media as it arrives. */
  const receive: ReceiveFile = async (request, purpose, file) => {
    if (!intake) throw new AppError('contentTypeWrong')
    return mediaView(await receiveMedia(intake, requireViewer(request).id, purpose, file, () => file.truncated))
  }
  const endpoint = {
    path,
    access: access === 'member' ? ('member' as const) : ('anyone' as const),
    rate,
    scope: needed,
    isOfApps: rate === 'app',
  }
  scope.route({
    method,
    url: path,
    ...(params && { schema: { params } }),
    config: { isCached: call.isCached === true, endpoint },
    handler: async (request, reply) => {
      const form = request.isMultipart() ? await readMultipart(request, taken, receive) : null
      const input = readInput(schema, { url: request.url, body: form ? form.fields : request.body })
      const files = form?.files ?? new Map()
      const read = () => {
        const { viewer, hidden, isCurrent, params } = request
        // What writes is not repeated, so it cannot wait for a turn among heavy reads.
        const hydration = hydrationOf({ viewer, hidden, ...(method === 'GET' && { request }) }, { embed: 0 })
        const urls = scope.urlsOf(request)
        const context = { input, files, params, viewer, hidden, hydration, urls, isCurrent, request, reply }
        return handler(context as ClientContext<C>)
      }
      const since = direct?.plans.position ?? 0
      const value = await scope.heavyReads.take(request, read, isHeavy?.(input as ClientInput<C>) ?? false)
      if (!reply.hasHeader('cache-control')) reply.headers(NOT_STORED)
      if (!(value instanceof JsonAnswer)) return reply.type(JSON_TYPE).send(serialize(value))
      if (direct && value.key) direct.plans.add(request.url, endpoint, direct, value.key, since)
      return sendJson(reply, value)
    },
  })
}
