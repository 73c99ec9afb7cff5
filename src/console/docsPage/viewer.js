// The script of the page at /docs, which runs in the browser: it shows the OpenAPI document in Swagger UI.

const documentUrl = document.getElementById('document').href
const viewer = document.getElementById('viewer')

/** The e-mail addresses of tokens, as far as the page knows them. */
const emails = new Map()

/** Says whether requests have a token, and whose it is. */
const showAccount = (token) => {
  document.getElementById('without-token').hidden = Boolean(token)
  document.getElementById('account').textContent = token
    ? `Requests are sent ${emails.has(token) ? `as ${emails.get(token)}` : 'with the token that Authorize has'}.`
    : ''
}

const showDocument = async () => {
  const response = await fetch(documentUrl).catch(() => undefined)
  if (!response?.ok) {
    viewer.textContent = 'The OpenAPI document could not be loaded. Load this page again in a minute.'
    return
  }
  const ui = SwaggerUIBundle({
    // A proxy may serve everything below another path.
    spec: { ...(await response.json()), servers: [{ url: new URL('.', documentUrl).href.replace(/\/$/, '') }] },
    dom_id: '#viewer',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    // Colouring makes an element of each word: a list of 200 tracks would block the page for seconds.
    syntaxHighlight: { activated: false },
    // Otherwise the viewer sends the URL of the document to a server on the internet.
    validatorUrl: 'none',
    // A login on the page is one for the page: its token need not be copied.
    responseInterceptor: (response) => {
      if (response.ok && /\/api\/(login|register)$/.test(response.url)) useToken(response.obj.token, response.obj.user.email)
      if (response.ok && response.url.endsWith('/api/logout')) ui.authActions.logout(['bearer'])
      return response
    },
  })
  const useToken = (token, email) => {
    emails.set(token, email)
    ui.preauthorizeApiKey('bearer', token)
  }
  ui.getSystem()
    .getStore()
    .subscribe(() => showAccount(ui.authSelectors.authorized().getIn(['bearer', 'value'])))
  for (const button of document.querySelectorAll('#demo button'))
    button.addEventListener('click', () => useToken(button.dataset.token, button.dataset.email))
}

const darkMode = matchMedia('(prefers-color-scheme: dark)')
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', darkMode.matches)
darkMode.addEventListener('change', applyColorScheme)
applyColorScheme()

for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleTimeString([], { timeStyle: 'short' })

showDocument()
