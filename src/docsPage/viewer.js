// The script of the page at /docs, which runs in the browser: it shows the OpenAPI document in Swagger UI.

const documentUrl = document.getElementById('document').href
const viewer = document.getElementById('viewer')

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
  })
  for (const button of document.querySelectorAll('#demo button'))
    button.addEventListener('click', () => {
      ui.preauthorizeApiKey('bearer', button.dataset.token)
      document.getElementById('account').textContent = `Requests are sent as ${button.dataset.email}.`
    })
}

const darkMode = matchMedia('(prefers-color-scheme: dark)')
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', darkMode.matches)
darkMode.addEventListener('change', applyColorScheme)
applyColorScheme()

for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleTimeString([], { timeStyle: 'short' })

showDocument()
