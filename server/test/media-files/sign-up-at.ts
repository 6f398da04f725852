import { randomBytes } from 'node:crypto'

/** Signs up a new member on a running server. @returns the token */
export async function signUpAt(address: string): Promise<string> {
  const username = `u${randomBytes(6).toString('hex')}`
  const password = randomBytes(9).toString('hex')
  const form = { firstName: 'Ann', lastName: 'Lee', email: `${username}@quack.test`, username, password }
  const response = await fetch(`${address}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
  const { encodedToken } = (await response.json()) as { encodedToken?: string }
  if (!encodedToken) throw new Error(`Signing up answered ${response.status}.`)
  return encodedToken
}
