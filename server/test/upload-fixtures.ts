import { readdir } from 'node:fs/promises'
import type { InjectOptions } from 'fastify'
import type { Answer, Client } from './client.ts'
import { test as base } from './fixtures.ts'
import { PART_TYPE, TUS } from './uploads.ts'

/** Uploads by the tus protocol. */

export const send = (who: Client, method: string, url: string, more: InjectOptions = {}) =>
  who.send({ ...more, method: method as 'POST', url, headers: { ...TUS, ...more.headers } })

export const urlOf = ({ headers }: Answer<unknown>) => String(headers.location)

export const test = base
  .extend('create', ({ ann }) => {
    return (length: number, query = '', who: Client = ann) =>
      send(who, 'POST', `/api/uploads${query}`, { headers: { 'upload-length': String(length) } })
  })
  .extend('patch', ({ ann }) => {
    return (url: string, offset: number, payload: Buffer, who: Client = ann) =>
      send(who, 'PATCH', url, { payload, headers: { ...PART_TYPE, 'upload-offset': String(offset) } })
  })
  .extend('finish', ({ ann }) => {
    return (url: string, who: Client = ann) => who.send({ method: 'POST', url: `${url}/finish` })
  })
  .extend('parts', ({ app }) => {
    return () => readdir(app.media.partsDirectory)
  })
