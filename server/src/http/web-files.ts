import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, sendError } from './errors.ts'

/**
 * Serves the built web client: its hashed assets for ever, and its page for every other address, because the client
 * knows the routes. An unknown address of the API or of a file is a plain refusal.
 * @param directory the build's output
 */
export async function registerWebFiles(app: FastifyInstance, directory: string): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'))
  await app.register(fastifyStatic, {
    // Without a build there is nothing to serve, but media are still sent with what this plugin adds to replies.
    root: isBuilt ? directory : import.meta.dirname,
    serve: isBuilt,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Only assets carry a hash in their names; the rest is asked for again each time. Media are sent with this plugin
    // too, and say for themselves how long they last.
    setHeaders: (reply, path) => {
      if (!path.startsWith(directory)) return
      const isHashed = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const sendPage = (reply: FastifyReply) => reply.sendFile('index.html')
  if (isBuilt) app.get('/', (_request, reply) => sendPage(reply))

  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile = /\.\w+$/.test(path) && !path.startsWith('/profile/')
    if (!isPage || !isBuilt || isFile || /^\/(api|media)(\/|$)/.test(path)) {
      return sendError(request, reply, new AppError('pathUnknown'))
    }
    return sendPage(reply)
  })
}
