export const AUTHORIZE_SCRIPT_PATH = '/oauth/authorize.js'

/**
 * Of the consent page: for passkeys, and so that whoever is signed in to the web client in this browser may not have to
 * log in again. It sets hidden fields of the form, which works without it too.
 */
export const AUTHORIZE_SCRIPT = `(() => {
  const form = document.getElementById('consent')
  if (!form) return
  const field = (name) => form.elements.namedItem(name)
  const signIn = document.getElementById('sign-in')
  const signedIn = document.getElementById('signed-in')
  const read = (name) => { try { return localStorage.getItem(name) } catch { return null } }
  const [token, username] = [read('token'), read('username')]
  if (token && username && !document.querySelector('[role=alert]')) {
    field('token').value = token
    signedIn.querySelector('strong').textContent = '@' + username
    signedIn.hidden = false
    signIn.hidden = true
  }
  document.getElementById('other').addEventListener('click', () => {
    field('token').value = ''
    signedIn.hidden = true
    signIn.hidden = false
    field('username').focus()
  })
  const passkey = document.getElementById('passkey')
  if (!passkey || !window.PublicKeyCredential?.parseRequestOptionsFromJSON) return
  passkey.hidden = false
  passkey.addEventListener('click', async () => {
    try {
      const answer = await fetch('/api/auth/passkey/options', { method: 'POST' })
      const { options } = await answer.json()
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      const credential = await navigator.credentials.get({ publicKey })
      field('credential').value = JSON.stringify(credential)
      form.requestSubmit(form.querySelector('[value=allow]'))
    } catch {}
  })
})()
`
