import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OutsideOptions } from '../src/outside/outside.ts'

/** Stands for the internet; the other one for an address inside. */
const SITE = '127.0.0.1'
const INSIDE = '127.0.0.2'

type Resolve = NonNullable<OutsideOptions['resolve']>

/** Pages at names of which each is a site on the internet, but for `inside.test`. */
export interface LinkSite {
  /** What is at an address, such as `site.test/page`. */
  readonly pages: Map<string, RequestListener>
  /** The address for a text. */
  url(of: string): string
  /** What was asked for, in this order; `userAgents` by whom. */
  readonly asked: string[]
  readonly userAgents: Set<string>
  /** What was asked for inside. */
  readonly inside: string[]
  readonly options: OutsideOptions
  close(): void
}

export async function startLinkSite(): Promise<LinkSite> {
  const pages = new Map<string, RequestListener>()
  const asked: string[] = []
  const userAgents = new Set<string>()
  const inside: string[] = []
  const outer = createServer((request, response) => {
    const of = `${request.headers.host?.replace(/:\d+$/, '')}${request.url}`
    asked.push(of)
    userAgents.add(request.headers['user-agent'] ?? '')
    const page = pages.get(of)
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  const port = await listen(outer, SITE, 0)
  const inner = createServer((request, response) => {
    inside.push(request.url ?? '')
    response.setHeader('content-type', 'text/html').end('<title>A secret</title>')
  })
  await listen(inner, INSIDE, port)
  const resolve = ((host: string, _options: unknown, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: host === 'inside.test' ? INSIDE : SITE, family: 4 }])) as unknown as Resolve
  return {
    pages,
    url: (of) => `http://${of.replace('/', `:${port}/`)}`,
    asked,
    userAgents,
    inside,
    options: { isAllowed: (address) => address === SITE, resolve },
    close() {
      for (const server of [outer, inner]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve) => server.listen(port, host, () => resolve((server.address() as AddressInfo).port)))

/** A page with this head. */
export const pageOf =
  (head: string): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<html><head>${head}</head></html>`)

export const titled = (title: string) => pageOf(`<title>${title}</title>`)
