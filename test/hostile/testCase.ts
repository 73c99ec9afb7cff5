import type { RawResponse } from './rawConnection.ts'

/** The server to which test cases are sent. */
export interface Target {
  port: number
  /** The bearer token of an admin. */
  adminToken: string
  /** The bearer token of an account without the admin role. */
  userToken: string
}

/**
 * The result of one connection: the status of its first response, `closed` if the server closed it without a response, or
 * `waiting` if the server still waits for the rest of the request.
 */
export type Outcome = number | 'closed' | 'waiting'

/** The bytes that one connection sends, and the outcomes that are correct for them. */
export interface TestCase {
  name: string
  bytes: Uint8Array
  /** If `waiting` is among them, the runner closes the connection instead of waiting for a response. */
  expected: readonly Outcome[]
  /** Checks more than the status of the first response. Returns the failure as a sentence, or undefined. */
  check?: (response: RawResponse) => string | undefined
}

/**
 * Creates the test case with this index. The index selects from the generator's list of cases, so that a run goes through
 * all of them; `random` selects the rest. The same index and random numbers always create the same test case.
 */
export type CaseGenerator = (target: Target, random: () => number, index: number) => TestCase

/** How Bun's HTTP parser rejects malformed HTTP: with a status and no body, or without a response. It then closes. */
export const rejectedByParser = [400, 413, 431, 505, 'closed'] as const

export const pickRandom = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T // random() is below 1, so the index is within the list

/** Selects by index, and starts over at the end of the list. */
export const pickCyclic = <T>(index: number, list: readonly T[]): T => list[index % list.length] as T // within the list

/** Compares an outcome with the expected ones. @returns the failure as a sentence, or undefined */
export const findFailure = (
  { expected }: TestCase,
  outcome: Outcome,
  responses: readonly RawResponse[],
): string | undefined => {
  if (!expected.includes(outcome)) {
    return `the outcome is ${outcome}, not ${expected.join(' or ')}: ${responses[0]?.body ?? ''}`
  }
  for (const response of responses) {
    const failure = findResponseFailure(response)
    if (failure) return failure
  }
}

/** Checks the rules that hold for every response: no internal error, no injected header, errors as the API's JSON. */
const findResponseFailure = ({ status, head, body, isHeadResponse }: RawResponse): string | undefined => {
  // 505 comes from Bun's parser, for a version of HTTP that it does not support.
  if (status >= 500 && status !== 505) return `status ${status}: ${body}`
  // Test cases that try to inject a header name it X-Injected.
  if (/^x-injected/m.test(head)) return `a header was injected: ${head}`
  if (status < 400 || isHeadResponse) return
  if (body === '') {
    return rejectedByParser.some((code) => code === status) ? undefined : `status ${status} without a body`
  }
  if (!/^content-type: application\/json/m.test(head)) return `status ${status} with a body that is not JSON`
  const { message, errors, ...others } = JSON.parse(body)
  if (typeof message !== 'string' || Object.keys(others).length > 0) return `status ${status} with the body ${body}`
  if (errors !== undefined && !isFieldErrors(errors)) return `status ${status} with the body ${body}`
}

const isFieldErrors = (errors: unknown) =>
  typeof errors === 'object' &&
  errors !== null &&
  Object.values(errors).every((list) => Array.isArray(list) && list.every((sentence) => typeof sentence === 'string'))

/** Creates a check that the response reports errors for exactly these fields. */
export const expectFieldErrors =
  (...fields: string[]) =>
  ({ body }: RawResponse) => {
    const reported = Object.keys(JSON.parse(body).errors ?? {}).sort()
    return Bun.deepEquals(reported, fields.sort()) ? undefined : `errors for ${reported}, not for ${fields}: ${body}`
  }
