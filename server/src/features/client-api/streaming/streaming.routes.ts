import { Readable } from 'node:stream'
import * as calls from '@quack/contract/client-api/streaming'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { AppError, toAppError } from '../../../http/errors/errors.ts'
import { interceptRequests } from '../../../http/raw/before-framework.ts'
import { takeUpgrade } from '../../../http/raw/upgrades.ts'
import { requireViewer } from '../../../reading/viewer.ts'
import { type LiveNews, STREAM_HEADERS } from '../../events/events.routes.ts'
import type { Outlet } from '../../events/live-stream.ts'
import { refusalOf } from '../transport/client-errors.ts'
import { readInput, readJson } from '../transport/input.ts'
import { AppStream, type Channel, channelKey, channelOf, type Ping } from './app-stream.ts'
import { Rendering } from './rendering.ts'
import { openSockets, outletOf, pingOf, takeToken } from './sockets.ts'

export function registerStreaming(scope: FastifyInstance, db: Database, news: LiveNews): void {
  const { streams, fanout, endOf } = news
  const rendering = new Rendering(db.read, streams)
  fanout.renderWith((work) => rendering.render(work))
  interceptRequests(scope, (request, _response, pass) => {
    takeToken(request)
    pass()
  })

  scope.get(calls.HEALTH_PATH, { config: { addressClass: 'page' } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('OK'),
  )

  function open(request: FastifyRequest, outlet: Outlet, first: Channel | null, ping: Ping): AppStream {
    const now = Date.now()
    const [viewer, urls] = [requireViewer(request), scope.urlsOf(request)]
    const stream = new AppStream({ viewer, endsAt: endOf(now), outlet, urls, now, ping })
    if (first) stream.channels.set(channelKey(first), first)
    rendering.apps.add(stream)
    outlet.once('close', () => rendering.apps.delete(stream))
    fanout.join(stream)
    return stream
  }

  for (const name of Object.keys(calls.STREAMS) as calls.StreamName[]) {
    const call = calls.openStream(name)
    scope.clientCalls.push(call)
    scope.get(call.path, { config: { endpoint: call } }, async (request, reply) => {
      const channel = channelOf(name, readInput(calls.StreamInput, request).tag, requireViewer(request))
      reply.headers(STREAM_HEADERS).type('text/event-stream')
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      streams.requireRoom(requireViewer(request))
      const body = new Readable({ read: () => undefined })
      open(request, body, channel, null)
      return reply.send(body)
    })
  }

  const limits = { access: 'member', rate: 'read', produces: 'text/event-stream', scope: null } as const
  for (const url of [calls.STREAMING_PATH, `${calls.STREAMING_PATH}/`]) {
    scope.get(url, { config: { endpoint: limits } }, async (request, reply) => {
      const viewer = requireViewer(request)
      const { stream: name, tag } = readInput(calls.StreamInput, request)
      const first = name === undefined ? null : channelOf(name, tag, viewer)
      const sockets = await openSockets()
      streams.requireRoom(viewer)
      const upgrade = takeUpgrade(request, reply)
      if (!upgrade) throw new AppError('requestMalformed', 'This address is for WebSockets.')
      sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        const stream = open(request, outletOf(socket), first, pingOf(socket))
        socket.on('message', (data) => hear(stream, String(data)))
      })
      return reply
    })
  }
}

/** What an app says: which streams it wants on this socket. */
function hear(stream: AppStream, text: string): void {
  try {
    const { type, stream: name, tag } = readJson(calls.StreamMessage, text)
    const channel = channelOf(name, tag, stream.viewer)
    if (type === 'unsubscribe') stream.channels.delete(channelKey(channel))
    else if (stream.channels.size < calls.CHANNELS_MAX) stream.channels.set(channelKey(channel), channel)
    else throw new AppError('tooManyStreams')
  } catch (error) {
    const { status, sentence } = refusalOf(toAppError(error as FastifyError))
    stream.write(JSON.stringify({ error: sentence, status }))
  }
}
