import type { UploadedMedia } from '@quack/contract'
import type { Random } from '@quack/testing/random'
import { PASSWORD } from '../answers.ts'
import type { Files } from './kill-files.ts'

/** A member who uploads, posts and deletes over HTTP, and tolerates a killed server. */
export class HttpMember {
  uploaded = 0
  broken = 0
  /** Whether it waits for the answer of an upload. */
  isUploading = false
  /** Answered uploads without an answered post. */
  unposted: UploadedMedia[] = []
  readonly #token: string
  readonly #posts: string[] = []
  #wake: () => void = () => undefined
  #next = new Promise<void>((resolve) => {
    this.#wake = resolve
  })

  private constructor(token: string) {
    this.#token = token
  }

  static async signUp(address: string, username: string): Promise<HttpMember> {
    const form = { username, firstName: 'A', lastName: 'B', email: `${username}@example.com`, password: PASSWORD }
    const response = await fetch(`${address}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form),
    })
    return new HttpMember(((await response.json()) as { encodedToken: string }).encodedToken)
  }

  /** Resolves with the next answered upload. */
  nextUpload(): Promise<void> {
    return this.#next
  }

  async doSomething(address: string, files: Files, random: Random): Promise<void> {
    try {
      const file = random.chance(0.7) ? await files.picture() : await files.video()
      this.isUploading = true
      const media = random.chance(0.5)
        ? await this.#sendForm(address, file)
        : await this.#sendParts(address, file, random)
      this.isUploading = false
      this.uploaded++
      this.unposted.push(media)
      this.#tell()
      // Variants are created on their first request. The result is not awaited here.
      const sizes = [400, 660].map((width) =>
        fetch(`${address}${media.url}?w=${width}`)
          .then((answer) => answer.arrayBuffer())
          .catch(() => null),
      )
      if (random.chance(0.8)) await this.#post(address, media)
      const [oldest] = this.#posts
      if (oldest !== undefined && random.chance(0.3)) await this.#delete(address, oldest)
      await Promise.all(sizes)
    } catch {
      this.isUploading = false
      this.broken++
      this.#tell()
    }
  }

  #tell(): void {
    this.#wake()
    this.#next = new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  async #send(address: string, path: string, init: RequestInit): Promise<Response> {
    const headers = { authorization: this.#token, prefer: 'return=minimal', ...(init.headers as object) }
    const response = await fetch(address + path, { ...init, headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }

  async #sendForm(address: string, file: Buffer): Promise<UploadedMedia> {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(file)]), 'file')
    const response = await this.#send(address, '/api/media', { method: 'POST', body })
    return ((await response.json()) as { media: UploadedMedia }).media
  }

  async #sendParts(address: string, file: Buffer, random: Random): Promise<UploadedMedia> {
    const tus = { 'tus-resumable': '1.0.0' }
    const create = { method: 'POST', headers: { ...tus, 'upload-length': String(file.length) } }
    const url = String((await this.#send(address, '/api/uploads', create)).headers.get('location'))
    const half = random.int(file.length)
    for (const [start, end] of [
      [0, half],
      [half, file.length],
    ] as const) {
      const headers = { ...tus, 'upload-offset': String(start), 'content-type': 'application/offset+octet-stream' }
      const body = new Uint8Array(file.subarray(start, end))
      await this.#send(address, url, { method: 'PATCH', headers, body })
    }
    const response = await this.#send(address, `${url}/finish`, { method: 'POST' })
    return ((await response.json()) as { media: UploadedMedia }).media
  }

  async #post(address: string, media: UploadedMedia): Promise<void> {
    const body = JSON.stringify({ postData: { mediaUrl: media.url } })
    const headers = { 'content-type': 'application/json' }
    const response = await this.#send(address, '/api/posts', { method: 'POST', headers, body })
    this.#posts.push(((await response.json()) as { post: { _id: string } }).post._id)
    this.unposted = this.unposted.filter(({ url }) => url !== media.url)
  }

  async #delete(address: string, id: string): Promise<void> {
    this.#posts.shift()
    await this.#send(address, `/api/posts/${id}`, { method: 'DELETE' })
  }
}
