/** What an error says of its request, so that a log tells which one has failed. */
export interface RequestLine {
  readonly method?: string | undefined
  /** The URL without its parameters. */
  readonly url?: string | undefined
}

/** The server has responded with an error, or with something that is not JSON. */
export class ApiError extends Error implements RequestLine {
  static {
    // Of the prototype, so that the stack has it, and as a text, since bundlers rename classes.
    ApiError.prototype.name = 'ApiError'
  }

  /** The status of the response. */
  readonly status: number
  /** The `X-Request-Id` of the response. The server's log has the same id. */
  readonly requestId: string | undefined
  /** The `Retry-After` of the response, in seconds. */
  readonly retryAfter: number | undefined

  /** The members of the response's JSON; none if it is not JSON. */
  readonly body: Readonly<Record<string, unknown>>

  /** The method of the request. */
  readonly method: string | undefined
  /** The URL of the request, without its parameters. */
  readonly url: string | undefined

  constructor(
    message: string,
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    body: Readonly<Record<string, unknown>> = {},
    line: RequestLine = {},
  ) {
    super(message)
    Object.assign(this, line)
    this.status = status
    this.body = body
    this.requestId = headers.get('x-request-id') ?? undefined
    this.retryAfter = parseRetryAfter(headers.get('retry-after'))
  }
}

/** The server has rejected members of the body, or parameters of a search. The message is the first of the sentences. */
export class InvalidError extends ApiError {
  static {
    InvalidError.prototype.name = 'InvalidError'
  }

  constructor(
    message: string,
    response: Pick<Response, 'status' | 'headers'>,
    /** Sentences that say what is wrong, by the names of members. */
    readonly errors: Record<string, string[]>,
    body?: Readonly<Record<string, unknown>>,
    request?: RequestLine,
  ) {
    super(Object.values(errors)[0]?.[0] ?? message, response, body, request)
  }
}

/** Seconds, from a number of seconds or from a date, which proxies may send. */
const parseRetryAfter = (value: string | null): number | undefined => {
  if (!value) return
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Returns the error for a response that is not a success. Its body may have any form if it comes from a proxy. */
export const toApiError = (response: Response, text: string, request?: RequestLine): ApiError => {
  const body = parseMembers(text)
  const { message, errors } = body
  const sentence = typeof message === 'string' ? message : `The server responded with the status ${response.status}.`
  return isErrors(errors)
    ? new InvalidError(sentence, response, errors, body, request)
    : new ApiError(sentence, response, body, request)
}

const parseMembers = (text: string): Record<string, unknown> => {
  try {
    // `Object` makes an object without members of `null`.
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const isErrors = (errors: unknown): errors is Record<string, string[]> =>
  typeof errors === 'object' && errors !== null && Object.values(errors).every(Array.isArray)
