// The script of the page at /docs. It runs in the browser: it shows the OpenAPI document in Swagger UI, and logs in and out.

/** What the page uses of Swagger UI, whose script defines it. */
declare const SwaggerUIBundle: (options: object) => {
  preauthorizeApiKey(scheme: string, token: string): void
  authActions: { logout(schemes: string[]): void }
}

/** What a plugin gets of the viewer. */
interface System {
  React: { createElement(component: unknown, props: object): unknown }
  getComponent(name: string): unknown
}

/** The properties of the component that shows examples and responses. */
interface HighlighterProps {
  children: string
  renderPlainText?(options: { children: string; PlainTextViewer: unknown }): unknown
}

interface Session {
  token: string
  user: { email: string; role: { name: string } }
}

const element = <Type extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as Type

const loginForm = element<HTMLFormElement>('login')
const emailInput = element<HTMLInputElement>('email')
const passwordInput = element<HTMLInputElement>('password')
const logoutButton = element<HTMLButtonElement>('logout')
const message = element('message')

/** A proxy may serve everything below another path: all URLs follow from that of the document. */
const documentUrl = element<HTMLAnchorElement>('document').href
const apiUrl = new URL('api/', documentUrl)

/** The token is kept until the tab is closed, so that a page that is loaded again can still end its session. */
const storageKey = `token of ${apiUrl.pathname}`
let token = sessionStorage.getItem(storageKey)
let viewer: ReturnType<typeof SwaggerUIBundle> | undefined

const fetchFromServer = (url: string | URL, options?: RequestInit): Promise<Response> =>
  fetch(url, options).catch(() => {
    throw new Error('The server does not respond.')
  })

const send = (method: string, path: string, body?: object): Promise<Response> =>
  fetchFromServer(new URL(path, apiUrl), {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: body ? JSON.stringify(body) : null,
  })

const showSession = (session: Session | undefined) => {
  loginForm.hidden = session !== undefined
  element('session').hidden = session === undefined
  element('account').textContent = session ? `Logged in as ${session.user.email} (${session.user.role.name})` : ''
}

const authorizeViewer = () => {
  if (token !== null) viewer?.preauthorizeApiKey('bearer', token)
}

const startSession = (session: Session) => {
  token = session.token
  sessionStorage.setItem(storageKey, token)
  showSession(session)
  authorizeViewer()
}

const endSession = (reason = '') => {
  token = null
  sessionStorage.removeItem(storageKey)
  showSession(undefined)
  viewer?.authActions.logout(['bearer'])
  message.textContent = reason
}

/** Returns the sentences of an error response. */
const describeError = async (response: Response): Promise<string> => {
  const body = await response.json().catch(() => ({}))
  const sentences = Object.values<string[]>(body.errors ?? {}).flat()
  return sentences.length > 0 ? sentences.join(' ') : (body.message ?? `The server responded with ${response.status}.`)
}

/** Runs one request of a form or button, and shows why it failed. */
const run = async (control: HTMLButtonElement | null, request: () => Promise<void>) => {
  if (control?.disabled) return
  if (control) control.disabled = true
  message.textContent = ''
  try {
    await request()
  } catch (error) {
    message.textContent = error instanceof Error ? error.message : String(error)
  } finally {
    if (control) control.disabled = false
  }
}

const logIn = async (email: string, password: string) => {
  const response = await send('POST', 'login', { email, password })
  if (!response.ok) {
    message.textContent = await describeError(response)
    return
  }
  startSession(await response.json())
  passwordInput.value = ''
  logoutButton.focus()
}

const logOut = async () => {
  const response = await send('POST', 'logout')
  // A token that the server does not know is logged out, too.
  if (!response.ok && response.status !== 401) {
    message.textContent = await describeError(response)
    return
  }
  endSession()
  emailInput.focus()
}

/** Shows the account of a token that was kept. */
const restoreSession = async () => {
  if (token === null) return
  const response = await send('GET', 'me')
  if (response.status === 401) return endSession()
  if (response.ok) startSession({ token, user: await response.json() })
}

const logInAsDemo = async (button: HTMLButtonElement) => {
  const { email = '', password = '' } = button.dataset
  if (token !== null) await logOut()
  await logIn(email, password)
}

/** The lock of an operation leads to the log-in of this page, which takes the place of the viewer's own. */
const loginPlugin = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        showDefinitions: () => () => {
          const control = token === null ? emailInput : logoutButton
          control.focus()
          return { type: 'log_in_of_the_page' }
        },
      },
    },
  },
})

/** Colouring makes an element of each word: a list of 200 tracks would block the page for seconds. */
const maxColouredLength = 20_000
const maxShownLength = 200_000

/** Shows long responses without colours, and only the beginning of very long ones. */
const longResponsePlugin = () => ({
  wrapComponents: {
    SyntaxHighlighter:
      (Highlighter: unknown, { React, getComponent }: System) =>
      (props: HighlighterProps) => {
        const { children, renderPlainText } = props
        if (!renderPlainText || children.length <= maxColouredLength) return React.createElement(Highlighter, props)
        const isShown = children.length <= maxShownLength
        return renderPlainText({
          children: isShown ? children : `${children.slice(0, maxShownLength)}…\n\nDownload has the whole response.`,
          PlainTextViewer: getComponent('PlainTextViewer'),
        })
      },
  },
})

const endRejectedSession = (response: { status: number }) => {
  if (response.status === 401 && token !== null) endSession('Your session has ended. Log in again.')
  return response
}

const showDocument = async () => {
  const response = await fetchFromServer(documentUrl)
  if (!response.ok) throw new Error(await describeError(response))
  const spec = { ...(await response.json()), servers: [{ url: new URL('.', documentUrl).href.replace(/\/$/, '') }] }
  viewer = SwaggerUIBundle({
    spec,
    dom_id: '#viewer',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    // Otherwise the viewer sends the URL of the document to a server on the internet.
    validatorUrl: 'none',
    plugins: [loginPlugin, longResponsePlugin],
    responseInterceptor: endRejectedSession,
    onComplete: authorizeViewer,
  })
}

const colorScheme = matchMedia('(prefers-color-scheme: dark)')
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', colorScheme.matches)

colorScheme.addEventListener('change', applyColorScheme)
applyColorScheme()

loginForm.addEventListener('submit', (event) => {
  event.preventDefault()
  run(loginForm.querySelector('button'), () => logIn(emailInput.value, passwordInput.value))
})
logoutButton.addEventListener('click', () => run(logoutButton, logOut))
for (const button of document.querySelectorAll<HTMLButtonElement>('#demo button'))
  button.addEventListener('click', () => run(button, () => logInAsDemo(button)))
for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleTimeString([], { timeStyle: 'short' })

run(null, restoreSession)
run(null, showDocument)
