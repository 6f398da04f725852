import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { findRightPath, PAGE_PATHS, SHARE_PATH, SHARED_QUERY } from '@quack/contract/rules/page-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, sendError } from '../errors/errors.ts'

/** Sends the client's page with status 404. */
export type SendUnknownPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Serves the files of the built web client. Assets with a hash in their names are cached forever, others are
 * revalidated. Unknown addresses of the API and of media are refused, and so are missing files, unless a browser
 * navigates to them. A page's address with a slash at the end or capitals leads to the right one. Reads of all other
 * unknown addresses get the client's page, with status 404.
 * @param directory the build's output
 */
export async function registerWebFiles(
  app: FastifyInstance,
  directory: string,
  sendUnknownPage: SendUnknownPage,
): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'))
  // The plugin has no option for the config of its route.
  app.addHook('onRoute', (route) => {
    if (route.url === '/*') route.config = { ...route.config, addressClass: 'file' }
  })
  await app.register(fastifyStatic, {
    // Without a build there is nothing to serve, but the plugin also decorates replies. It requires an existing
    // directory.
    root: isBuilt ? directory : import.meta.dirname,
    serve: isBuilt,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Only assets have a hash in their names. Files outside of the build set their own headers.
    setHeaders: (reply, path) => {
      if (!path.startsWith(directory)) return
      const isHashed = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  // What was shared is lost, because the device has no service worker. The page says so, and sharing works from then
  // on.
  app.post(SHARE_PATH, { config: { addressClass: 'page' } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(PAGE_PATHS.home + SHARED_QUERY, 303),
  )

  app.setNotFoundHandler((request, reply) => {
    const [path = '', ...query] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isOfServer = /^\/(api|media)(\/|$)/.test(path)
    if (!isRead || isOfServer) return sendError(request, reply, new AppError('pathUnknown'))
    const right = findRightPath(path)
    // Checked again each time: browsers keep permanent redirects for ever.
    if (right !== null) return reply.header('cache-control', 'no-cache').redirect([right, ...query].join('?'), 308)
    if (!/\.\w+$/.test(path)) return sendUnknownPage(request, reply)
    // A missing file, or an address that a person typed. Only the Accept header tells them apart.
    reply.header('vary', 'accept')
    return acceptsPage(request)
      ? sendUnknownPage(request, reply)
      : sendError(request, reply, new AppError('pathUnknown'))
  })
}

/** Browsers accept HTML explicitly when they navigate, but not for scripts, styles and pictures. */
function acceptsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}
