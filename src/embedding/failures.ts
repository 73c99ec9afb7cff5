import { type FieldErrors, UsageError } from '../base/errors.ts'
import { isObject } from '../base/objects.ts'
import type { Failures } from '../http/failures.ts'
import { type Check, describeWrongOptions } from './checks.ts'
import { describePath, streamPath } from './failurePaths.ts'

/** Which requests fail or wait. */
interface ConcernedRequests {
  /** The path of the requests, such as `/api/labels`. `*` stands for any characters: `/api/*`. */
  path: string
  /** The method of the requests, such as `POST`; any by default. */
  method?: string | undefined
  /** How many of these requests, in the order in which they arrive; all until the next reset by default. */
  times?: number | undefined
}

export interface FailureOptions extends ConcernedRequests {
  /** The status of the responses, from 400 to 599; 503 by default, and 400 with `errors`. With `body` it may be 200. */
  status?: number | undefined
  /** The `message` of the responses. */
  message?: string | undefined
  /** The `errors` of the responses, by the names of members: `{ title: ['The title is required.'] }`. */
  errors?: FieldErrors | undefined
  /** The body of the responses: a text is sent as a page of HTML, and another value as JSON. */
  body?: unknown
  /** The header `Retry-After` of the responses, in seconds; none by default. */
  retryAfter?: number | undefined
  /** Whether the connection breaks in place of a response: `fetch` is rejected. */
  network?: true | undefined
  /** The request is carried out, and the connection breaks after so many bytes of the body of the response. */
  cut?: number | undefined
  /** Ends the streams of `/changes/stream` that are open. Requests that follow are not concerned. */
  end?: true | undefined
}

export interface DelayOptions extends ConcernedRequests {
  /** How long each request waits before it is carried out, in milliseconds. */
  ms: number
}

/** Lets requests fail, or wait. Never those for the health of the server. A reset ends it. */
export interface RequestFailures {
  /** Lets requests fail: they are not carried out, unless they are cut. @throws UsageError for a wrong option */
  fail(options: FailureOptions): Promise<void>
  /** Lets requests wait. One that fails waits, too. @throws UsageError for a wrong option */
  delay(options: DelayOptions): Promise<void>
}

const isInteger = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max

const concerned: Record<keyof ConcernedRequests, Check> = {
  path: {
    isValid: (value) => typeof value === 'string' && /^[/*]/.test(value),
    expected: 'a path such as /api/labels, where * stands for any characters',
  },
  method: {
    isValid: (value) => typeof value === 'string' && /^[A-Z]+$/.test(value),
    expected: "a method in capital letters, such as 'POST'",
  },
  times: { isValid: isInteger(1, Number.MAX_SAFE_INTEGER), expected: 'a number of requests, from 1' },
}

const isTrue: Check = { isValid: (value) => value === true, expected: 'true' }

const isSentences = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string')

const failureChecks: Record<keyof FailureOptions, Check> = {
  ...concerned,
  status: {
    isValid: (value) => value === 200 || isInteger(400, 599)(value),
    expected: 'a number from 400 to 599, or 200 with a body',
  },
  message: { isValid: (value) => typeof value === 'string', expected: 'a text' },
  errors: {
    isValid: (value) => isObject(value) && Object.values(value).every(isSentences),
    expected: "an object with arrays of sentences, such as { title: ['The title is required.'] }",
  },
  body: { isValid: (value) => JSON.stringify(value) !== undefined, expected: 'a text, or a value for JSON' },
  retryAfter: { isValid: isInteger(0, 86_400), expected: 'a number of seconds, from 0 to 86400' },
  network: isTrue,
  cut: { isValid: isInteger(0, Number.MAX_SAFE_INTEGER), expected: 'a number of bytes, from 0' },
  end: isTrue,
}

/** What says how a response is. */
const responseOptions = ['status', 'message', 'errors', 'body', 'retryAfter'] as const

/** The options that have no effect beside another one. */
const withoutEffect: [keyof FailureOptions, readonly (keyof FailureOptions)[]][] = [
  ['network', [...responseOptions, 'cut', 'end']],
  ['cut', [...responseOptions, 'end']],
  ['end', [...responseOptions, 'method', 'times']],
  ['body', ['message', 'errors']],
  ['errors', ['message']],
]

/** Describes options that have no effect; undefined if all have one. */
const describeCombination = (options: FailureOptions) => {
  const isGiven = (name: keyof FailureOptions) => options[name] !== undefined
  for (const [name, others] of withoutEffect) {
    const other = isGiven(name) ? others.find(isGiven) : undefined
    if (other) return `The option ${other} has no effect with ${name}. Leave one of them out.`
  }
  const { path, method, status, body, network, end } = options
  if (end && path !== streamPath) return `The option end is for the path ${streamPath}.`
  if (network && method === 'HEAD') return "The response to a HEAD can't break off: it has no body."
  if (status === 200 && body === undefined)
    return `The option status has a wrong value. It is ${failureChecks.status.expected}.`
}

const delayChecks: Record<keyof DelayOptions, Check> = {
  ...concerned,
  ms: { isValid: isInteger(0, 600_000), expected: 'a number of milliseconds, from 0 to 600000' },
}

const defaultMessage = 'This request was made to fail. It was not carried out.'

/** Checks what a program gives, in this process or in a request. */
export const checkedFailures = ({
  fail,
  delay,
  endStreams,
}: Pick<Failures, 'fail' | 'delay' | 'endStreams'>): RequestFailures => ({
  fail: async (options) => {
    requireOptions(options, failureChecks, ['path'])
    refuse(describeCombination(options))
    const { path, end, status = options.errors ? 400 : 503, message = defaultMessage, ...others } = options
    if (end) endStreams()
    else fail({ paths: [path], status, message, ...others })
  },
  delay: async (options) => {
    requireOptions(options, delayChecks, ['path', 'ms'])
    const { path, ...others } = options
    delay({ paths: [path], ...others })
  },
})

const requireOptions = (options: ConcernedRequests, checks: Record<string, Check>, required: string[]) => {
  refuse(describeWrongOptions(options, checks))
  const missing = required.find((name) => Reflect.get(options, name) === undefined)
  if (missing !== undefined) refuse(`The option ${missing} is missing. It is ${checks[missing]?.expected}.`)
  refuse(describePath(options.path, options.method))
}

const refuse = (problem: string | undefined) => {
  if (problem !== undefined) throw new UsageError(problem)
}
