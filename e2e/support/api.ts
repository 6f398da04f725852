import { type APIRequestContext, expect } from '@playwright/test'
import { MemberApi, type Send } from '@quack/testing/member-api'

export { type Member, makePerson, type Person, type Post } from '@quack/testing/member-api'

/** Creates the data of a test, through Playwright. */
export class Api extends MemberApi {
  readonly #request: APIRequestContext

  constructor(request: APIRequestContext) {
    super(through(request))
    this.#request = request
  }

  /** Waits until a tag trends: the tags are counted once a minute. */
  async awaitTrending(tag: string): Promise<void> {
    const isTrending = async () => {
      const { tags } = (await (await this.#request.get('/api/trending-tags')).json()) as { tags: { name: string }[] }
      expect(tags.map(({ name }) => name)).toContain(tag)
    }
    await expect(isTrending).toPass({ intervals: [1_000] })
  }
}

function through(request: APIRequestContext): Send {
  return async ({ method, path, headers, json, file }) => {
    const response = await request.fetch(path, {
      method,
      headers,
      ...(json === undefined ? {} : { data: json }),
      ...(file ? { multipart: { file: { ...file, buffer: Buffer.from(file.buffer) } } } : {}),
    })
    return { status: response.status(), text: await response.text() }
  }
}
