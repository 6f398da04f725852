import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, sendError } from './errors.ts'

/** Answers with the page that says that there is none, where the address may be one that a person typed. */
export type SendUnknownPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Serves the built web client's files: its hashed assets for ever, the others as long as they are the same. An unknown
 * address of the API or of media is a plain refusal; so is a missing file, unless a browser navigates to it. Any other
 * address is the client's page.
 * @param directory the build's output
 */
export async function registerWebFiles(
  app: FastifyInstance,
  directory: string,
  sendUnknownPage: SendUnknownPage,
): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'))
  // The plugin has no place for what its route is limited as.
  app.addHook('onRoute', (route) => {
    if (route.url === '/*') route.config = { ...route.config, addressClass: 'file' }
  })
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

  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isOfServer = /^\/(api|media)(\/|$)/.test(path)
    if (!isRead || isOfServer) return sendError(request, reply, new AppError('pathUnknown'))
    if (!/\.\w+$/.test(path)) return sendUnknownPage(request, reply)
    // A file that is missing, or an address that a person typed: only the Accept header tells.
    reply.header('vary', 'accept')
    return acceptsPage(request)
      ? sendUnknownPage(request, reply)
      : sendError(request, reply, new AppError('pathUnknown'))
  })
}

/** Browsers name HTML when they navigate, and not when they fetch a script, a style or a picture. */
function acceptsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}
