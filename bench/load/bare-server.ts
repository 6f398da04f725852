import { createServer } from 'node:http'

/** The ceiling of every read: node:http and nothing else, sending as many bytes as the answer it is compared with. */
const body = Buffer.alloc(Number(process.env.BYTES), 'x')

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', body.length)
  response.end(body)
}).listen(Number(process.env.PORT), process.env.HOST)
