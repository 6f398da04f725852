import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
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
    // Only for the assets whose names carry a hash; the others are checked each time.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0')
    },
  })

  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile = /\.\w+$/.test(path) && !path.startsWith('/profile/')
    if (!isPage || !isBuilt || isFile || /^\/(api|media)(\/|$)/.test(path)) {
      return sendError(request, reply, new AppError('pathUnknown'))
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
