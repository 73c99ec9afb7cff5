import { expect } from 'bun:test'
import type { ClientResponse } from '../../support/client.ts'

/** For each member that is invalid, its sentence or a part of it. */
export type Errors = Record<string, string | RegExp>

/** Expects the 400 that names each of these members, and no other. @param what - says in a failure which request it was */
export const expectInvalid = ({ status, body }: ClientResponse, errors: Errors, what?: unknown): void => {
  const sentences = Object.entries(errors).map(([name, part]) => [name, [expect.stringMatching(part)]])
  expect([what, status, body]).toEqual([
    what,
    400,
    { message: 'The given data was invalid.', errors: Object.fromEntries(sentences) },
  ])
}
