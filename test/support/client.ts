export interface Answer {
  status: number
  headers: Headers
  /** The body as it came. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at answers of every shape, wrong ones included
  body: any
}

export interface Client {
  token: string | undefined
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Any request at all; headers and body go as they are. */
  send(method: string, path: string, init?: RequestInit): Promise<Answer>
}

/** Speaks JSON to an API, with a token if there is one. */
export const client = (url: string, token?: string): Client => {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(url + path, { ...init, method, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }
  const json = (method: string) => (path: string, body?: unknown) =>
    send(method, path, {
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    token,
    send,
    get: (path) => send('GET', path),
    post: json('POST'),
    put: json('PUT'),
    delete: (path) => send('DELETE', path),
  }
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
