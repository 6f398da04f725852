import { createServer } from 'node:http'

/** The ceiling of a read: node:http alone, with answers of as many bytes. */
const body = Buffer.alloc(Number(process.env.BYTES), 'x')

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', body.length)
  response.end(body)
}).listen(Number(process.env.PORT), process.env.HOST)
