/** Members who follow each other and have posted, made over HTTP; and what they ask for while they are on Quack. */
export interface LoadData {
  /** Whole requests as text, in the proportions of use: mostly reading. */
  readonly requests: string[]
}

const MEMBERS = 40
const POSTS = 400
const FOLLOWS = 10

export async function prepareData(address: string): Promise<LoadData> {
  const { host } = new URL(address)

  async function call<T>(token: string, path: string, body: object): Promise<T> {
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  const members: { token: string; id: string }[] = []
  for (let count = 0; count < MEMBERS; count++) {
    const names = { username: `load${count}`, firstName: 'Load', lastName: String(count) }
    const form = { ...names, email: 'load@example.com', password: 'correct horse' }
    const said = await call<{ encodedToken: string; createdUser: { _id: string } }>('', 'auth/signup', form)
    members.push({ token: said.encodedToken, id: said.createdUser._id })
  }
  const of = (index: number) => members[index % MEMBERS] ?? { token: '', id: '' }
  const posts: string[] = []
  for (let count = 0; count < POSTS; count++) {
    const postData = { content: `Post ${count}. ${'Quack quack. '.repeat(count % 20)}` }
    posts.push((await call<{ post: { _id: string } }>(of(count).token, 'posts', { postData })).post._id)
  }
  for (let count = 0; count < MEMBERS * FOLLOWS; count++) {
    const [me, other] = [of(count), of(count + 1 + Math.floor(count / MEMBERS))]
    await call(me.token, `users/follow/${other.id}`, {})
  }

  const line = (method: string, path: string, token: string, body = '') =>
    [
      `${method} /api/${path} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: ${token}`,
      'Prefer: return=minimal',
      ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
      '',
      body,
    ].join('\r\n')

  const requests: string[] = []
  for (let count = 0; count < 1_000; count++) {
    const { token } = of(count * 7)
    const post = posts[(count * 13) % POSTS] ?? ''
    const kind = count % 20
    if (kind < 11) requests.push(line('GET', 'feed?limit=10&embed=3', token))
    else if (kind < 14) requests.push(line('GET', `posts/${post}?embed=10`, token))
    else if (kind < 16) requests.push(line('GET', 'explore?limit=10&embed=3', token))
    else if (kind === 16) requests.push(line('GET', `users/load${count % MEMBERS}?embed=10`, token))
    // Half of the likes and bookmarks are refused, having happened before: that costs about the same.
    else if (kind === 17) requests.push(line('POST', `posts/${count % 40 < 20 ? 'like' : 'dislike'}/${post}`, token))
    else if (kind === 18) requests.push(line('POST', `comments/add/${post}`, token, '{"commentData":{"text":"quack"}}'))
    else requests.push(line('POST', 'posts', token, '{"postData":{"content":"quack"}}'))
  }
  return { requests }
}
