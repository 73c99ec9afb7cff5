// The part of the format of HTTP files that requests.http uses: https://github.com/Huachao/vscode-restclient#usage

/** A request of an HTTP file. Its texts contain references, `{{name}}`. */
export interface HttpFileRequest {
  title: string
  /** The name by which later requests refer to the response. */
  name: string | undefined
  /** The status that the file says. */
  status: number
  method: string
  url: string
  headers: [name: string, value: string][]
  body: string | undefined
}

interface HttpFileResponse {
  status: number
  headers: Headers
  /** The body, parsed as JSON; undefined where there is none. */
  body: unknown
}

export interface HttpFile {
  variables: Map<string, string>
  requests: HttpFileRequest[]
}

/** @throws Error for a line that is not understood, and for a request without a status */
export const parseHttpFile = (text: string): HttpFile => {
  const [head = '', ...sections] = text.split(/^###/m)
  const variables = new Map<string, string>()
  for (const section of [head, ...sections]) {
    for (const [, name = '', value = ''] of section.matchAll(/^@(\w+) *= *(.+)$/gm)) variables.set(name, value)
  }
  return { variables, requests: sections.map(parseRequest) }
}

const parseRequest = (section: string): HttpFileRequest => {
  const [title = '', ...lines] = section.split('\n')
  const isBefore = (line: string) => line === '' || /^[#@]/.test(line)
  const start = lines.findIndex((line) => !isBefore(line))
  const comments = lines.slice(0, start).join('\n')
  const end = lines.indexOf('', start)
  const [requestLine = '', ...headerLines] = lines.slice(start, end < 0 ? undefined : end)
  const body = end < 0 ? '' : lines.slice(end).join('\n').trim()
  const [, method = '', url = ''] = matchLine(/^([A-Z]+) (\S+)$/, requestLine)
  return {
    title: title.trim(),
    name: /^# @name (\w+)$/m.exec(comments)?.[1],
    status: Number(matchLine(/^# Status: (\d{3})$/m, comments)[1]),
    method,
    url,
    headers: headerLines.map((line) => {
      const [, name = '', value = ''] = matchLine(/^([\w-]+): (.+)$/, line)
      return [name, value]
    }),
    body: body || undefined,
  }
}

const matchLine = (pattern: RegExp, text: string) => {
  const match = pattern.exec(text)
  if (!match) throw new Error(`${JSON.stringify(text)} does not match ${pattern}.`)
  return match
}

/** Sends the requests of a file in their order. Calls `onResponse` with each and its response. */
export const runHttpFile = async (
  { variables, requests }: HttpFile,
  onResponse: (request: HttpFileRequest, response: HttpFileResponse) => void,
): Promise<void> => {
  const responses = new Map<string, HttpFileResponse>()
  const resolve = (text: string): string =>
    text.replaceAll(/\{\{(.+?)\}\}/g, (_, reference: string) => {
      const variable = variables.get(reference)
      return variable === undefined ? readResponse(responses, reference) : resolve(variable)
    })
  for (const request of requests) {
    const { name, method, url, headers, body } = request
    const response = await send(resolve(url), {
      method,
      headers: headers.map(([key, value]): [string, string] => [key, resolve(value)]),
      ...(body && { body: resolve(body) }),
    })
    onResponse(request, response)
    if (name) responses.set(name, response)
  }
}

const send = async (url: string, init: RequestInit): Promise<HttpFileResponse> => {
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

/** The value of `name.response.headers.Name` or of `name.response.body.$.member[0].member`. */
const readResponse = (responses: Map<string, HttpFileResponse>, reference: string): string => {
  const [, name = '', part = '', path = ''] = matchLine(/^(\w+)\.response\.(?:(headers)\.|body\.\$)(.+)$/, reference)
  const response = responses.get(name)
  const value = part ? response?.headers.get(path) : readMember(response?.body, path)
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`There is no ${reference}.`)
  return String(value)
}

const readMember = (body: unknown, path: string): unknown =>
  [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].reduce<unknown>(
    (value, [, member, index]) => Object.entries(Object(value)).find(([key]) => key === (member ?? index))?.[1],
    body,
  )
