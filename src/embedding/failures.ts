import { UsageError } from '../base/errors.ts'
import type { Failures } from '../http/failures.ts'
import { type Check, describeWrongOptions } from './checks.ts'

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
  /** The status of the responses, from 400 to 599; 503 by default. */
  status?: number | undefined
  /** The `message` of the responses. */
  message?: string | undefined
  /** The header `Retry-After` of the responses, in seconds; none by default. */
  retryAfter?: number | undefined
}

export interface DelayOptions extends ConcernedRequests {
  /** How long each request waits before it is carried out, in milliseconds. */
  ms: number
}

/** Lets requests fail, or wait. Never those for the health of the server. A reset ends it. */
export interface RequestFailures {
  /** Lets requests fail: they are not carried out. @throws UsageError for a wrong option */
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

const failureChecks: Record<keyof FailureOptions, Check> = {
  ...concerned,
  status: { isValid: isInteger(400, 599), expected: 'a number from 400 to 599' },
  message: { isValid: (value) => typeof value === 'string', expected: 'a text' },
  retryAfter: { isValid: isInteger(0, 86_400), expected: 'a number of seconds, from 0 to 86400' },
}

const delayChecks: Record<keyof DelayOptions, Check> = {
  ...concerned,
  ms: { isValid: isInteger(0, 600_000), expected: 'a number of milliseconds, from 0 to 600000' },
}

const defaultMessage = 'This request was made to fail. It was not carried out.'

/** Checks what a program gives, in this process or in a request. */
export const checkedFailures = ({ fail, delay }: Pick<Failures, 'fail' | 'delay'>): RequestFailures => ({
  fail: async (options) => {
    requireOptions(options, failureChecks, ['path'])
    const { path, status = 503, message = defaultMessage, ...others } = options
    fail({ paths: [path], status, message, ...others })
  },
  delay: async (options) => {
    requireOptions(options, delayChecks, ['path', 'ms'])
    const { path, ...others } = options
    delay({ paths: [path], ...others })
  },
})

const requireOptions = (options: object, checks: Record<string, Check>, required: string[]) => {
  const wrong = describeWrongOptions(options, checks)
  if (wrong !== undefined) throw new UsageError(wrong)
  for (const name of required) {
    if (Reflect.get(options, name) === undefined)
      throw new UsageError(`The option ${name} is missing. It is ${checks[name]?.expected}.`)
  }
}
