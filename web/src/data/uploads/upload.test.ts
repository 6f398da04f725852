import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { NetworkError } from '../api/api-errors.ts'
import { signIn, signOut } from '../api/session.ts'
import { upload } from './upload.ts'

const MEDIA = { url: '/media/1.webp', type: 'image', width: 4, height: 3 }
const FILE = new File([new Uint8Array(1_000_000)], 'duck.jpg', { type: 'image/jpeg' })
const PARTS = ['PATCH 0', 'PATCH 262144', 'PATCH 786432']

let requests: string[] = []
/** The bytes of each upload that the server has. */
const arrived = new Map<string, number>()
/** What the server answers instead, once. Null: nothing. */
let instead: { to: string; answer: Response | null } | null = null

beforeEach(() => {
  requests = []
  arrived.clear()
  stubLocalStorage()
  // Every part is fast.
  vi.useFakeTimers({ toFake: ['Date'] })
  signIn(sessionOf('7', 'Ann'))
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit) => {
    const offset = new Headers(headers).get('upload-offset')
    const name = address.endsWith('/finish') ? 'finish' : [method, offset].filter((part) => part !== null).join(' ')
    requests.push(name)
    if (instead?.to === name) {
      const { answer } = instead
      instead = null
      if (answer) return answer
      throw new TypeError('Failed to fetch')
    }
    if (name === 'finish') return Response.json({ media: MEDIA })
    if (method === 'POST') {
      const location = `/api/uploads/${arrived.size + 1}`
      arrived.set(location, 0)
      return new Response(null, { status: 201, headers: { location } })
    }
    const bytes = arrived.get(address)
    if (bytes === undefined)
      return new Response(null, { status: 404, headers: { [ERROR_CODE_HEADER]: 'uploadUnknown' } })
    if (body instanceof Blob) arrived.set(address, bytes + body.size)
    return new Response(null, { status: 200, headers: { 'upload-offset': String(arrived.get(address)) } })
  })
})

afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const marks = () => Object.keys(localStorage).filter((name) => name.startsWith('tus::'))

test('a file is sent in growing parts, and goes on where it broke', async () => {
  instead = { to: 'PATCH 262144', answer: null }
  const percents: number[] = []
  expect(await upload(FILE, { onProgress: (percent) => percents.push(percent) })).toEqual(MEDIA)
  expect(requests).toEqual(['POST', 'PATCH 0', 'PATCH 262144', 'HEAD', 'PATCH 262144', 'PATCH 524288', 'finish'])
  expect(percents).toEqual([0, 26, 26, 52, 100])
  requests = []
  instead = { to: 'finish', answer: new Response('{"media":') }
  expect(await upload(FILE)).toEqual(MEDIA)
  expect(requests).toEqual(['POST', ...PARTS, 'finish', 'finish'])
  expect(marks()).toEqual([])
})

test('a file of which nothing has arrived is not tried again without a network: it waits with its post', async () => {
  instead = { to: 'POST', answer: null }
  await expect(upload(FILE)).rejects.toThrow(NetworkError)
  expect(requests).toEqual(['POST'])
})

test('a file whose upload the server has forgotten is sent again, and one that it refuses is not', async () => {
  localStorage.setItem(`tus::#7:post:duck.jpg:1000000:${FILE.lastModified}`, '/api/uploads/forgotten')
  const refusal = { status: 400, headers: { [ERROR_CODE_HEADER]: 'mediaTypeWrong' } }
  instead = { to: 'finish', answer: Response.json({ errors: ['Not a picture.'] }, refusal) }
  await expect(upload(FILE)).rejects.toThrow('Not a picture.')
  expect(requests).toEqual(['HEAD', 'POST', ...PARTS, 'finish'])
  expect(marks()).toEqual([])
})
