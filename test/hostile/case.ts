import type { Reply } from './wire.ts'

/** Where and as whom to ask. */
export interface Target {
  port: number
  /** Tokens. */
  admin: string
  user: string
}

/** How one connection came out: the status of its first answer, or none, because the server closed it or still waited. */
export type Outcome = number | 'closed' | 'waiting'

/** One thing that a hostile client might send, and what is right to come of it. */
export interface Case {
  name: string
  bytes: Uint8Array
  /** With `waiting`, the client only looks what comes, and goes. */
  right: readonly Outcome[]
  /** It is a request that may write, and has taken it back once `check` is done. */
  writes?: boolean
  /** What is wrong with the first answer besides its status, as a sentence. */
  check?: (reply: Reply) => string | undefined | Promise<string | undefined>
}

/** Makes the nth case of a group, and takes what else it needs by chance. */
export type Group = (target: Target, random: () => number, nth: number) => Case

/** What Bun's parser says to what is not HTTP: a status without a body, or nothing. Then it closes. */
export const malformed = [400, 413, 431, 505, 'closed'] as const

export const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** The list's entries one after the other, again and again. */
export const turn = <T>(nth: number, list: readonly T[]): T => list[nth % list.length] as T

/** What is wrong with how a case came out, as a sentence. */
export const judge = ({ right }: Case, outcome: Outcome, replies: readonly Reply[]): string | undefined => {
  if (!right.includes(outcome)) return `came out as ${outcome}, not ${right.join(' or ')}: ${replies[0]?.body ?? ''}`
  for (const reply of replies) {
    const fault = misshapen(reply)
    if (fault) return fault
  }
}

const misshapen = ({ status, head, body, toHead }: Reply): string | undefined => {
  if (status >= 500 && status !== 505) return `answered ${status}: ${body}`
  if (/^x-injected/m.test(head)) return `let a header in: ${head}`
  if (status < 400 || toHead) return
  if (body === '') return malformed.some((code) => code === status) ? undefined : `answered ${status} without a body`
  if (!/^content-type: application\/json/m.test(head)) return `answered ${status} with something else than JSON`
  const { message, errors, ...others } = JSON.parse(body)
  if (typeof message !== 'string' || Object.keys(others).length > 0) return `answered ${status} with ${body}`
  if (errors !== undefined && !isErrors(errors)) return `answered ${status} with ${body}`
}

const isErrors = (errors: unknown) =>
  typeof errors === 'object' &&
  errors !== null &&
  Object.values(errors).every((list) => Array.isArray(list) && list.every((sentence) => typeof sentence === 'string'))

/** A check that the answer is about these members and no others. */
export const about =
  (...members: string[]) =>
  ({ body }: Reply) => {
    const told = Object.keys(JSON.parse(body).errors ?? {}).sort()
    return Bun.deepEquals(told, members.sort()) ? undefined : `is about ${told}, not ${members}: ${body}`
  }
