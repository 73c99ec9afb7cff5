import { numbers } from '../support/random.ts'
import { type Case, type Group, judge, type Outcome } from './case.ts'
import { fields } from './fields.ts'
import { framing } from './framing.ts'
import { headers } from './headers.ts'
import { bodies } from './json.ts'
import { kept } from './kept.ts'
import { lines } from './lines.ts'
import { mutations } from './mutations.ts'
import { paths } from './paths.ts'
import type { Server } from './server.ts'
import { Wire } from './wire.ts'

const groups: Record<string, Group> = { lines, framing, headers, paths, bodies, fields, kept, mutations }
const names = Object.keys(groups)

/** What came of many cases. */
export class Tally {
  readonly faults: string[] = []
  readonly outcomes = new Map<string, Map<Outcome, number>>()
  requests = 0

  count(group: string, outcome: Outcome): void {
    this.requests++
    const counts = this.outcomes.get(group) ?? new Map<Outcome, number>()
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    this.outcomes.set(group, counts)
  }
}

/** The nth case of all, which is always the same one for a seed. */
const caseOf = (server: Server, seed: number, n: number): [group: string, Case] => {
  const name = names[n % names.length] as string
  const random = numbers((seed + Math.imul(n + 1, 0x9e3779b1)) >>> 0)
  return [name, (groups[name] as Group)(server, random, Math.floor(n / names.length))]
}

/** Sends cases one after the other, and after each looks whether the server answers and nothing was written. */
export const sendEach = async (server: Server, seed: number, first: number, count: number, tally: Tally) => {
  let version = server.version()
  for (let n = first; n < first + count; n++) {
    const [group, one] = caseOf(server, seed, n)
    const fault = await trying(server, group, one, tally)
    if (fault) tally.faults.push(told(n, group, one, fault))
    await server.answers()
    const after = server.version()
    if (after !== version && !one.writes) tally.faults.push(told(n, group, one, 'wrote something'))
    version = after
  }
}

/** Sends cases that don't write, many at once. */
export const sendTogether = async (server: Server, seed: number, first: number, count: number, tally: Tally) => {
  let next = first
  const lane = async () => {
    while (next < first + count) {
      const n = next++
      const [group, one] = caseOf(server, seed, n)
      if (one.writes) continue
      const fault = await trying(server, group, one, tally)
      if (fault) tally.faults.push(told(n, group, one, fault))
    }
  }
  const version = server.version()
  await Promise.all(Array.from({ length: 16 }, lane))
  await server.answers()
  if (server.version() !== version) tally.faults.push('something was written by requests that were sent together')
}

const told = (n: number, group: string, { name, bytes }: Case, fault: string) => {
  const text = JSON.stringify(Buffer.from(bytes).toString('latin1', 0, 400))
  return `${n} ${group}, ${name}: ${fault.slice(0, 300)}\n    ${text.slice(0, 600)}${bytes.length > 400 ? '…' : ''}`
}

const trying = async (server: Server, group: string, one: Case, tally: Tally): Promise<string | undefined> => {
  try {
    const { outcome, replies } = await exchange(server, one)
    tally.count(group, outcome)
    const [reply] = replies
    return judge(one, outcome, replies) ?? (reply && reply.body !== '' ? await one.check?.(reply) : undefined)
  } catch (error) {
    tally.count(group, 'closed')
    return error instanceof Error ? error.message : String(error)
  }
}

const exchange = async (server: Server, { bytes, right }: Case) => {
  using wire = await Wire.open(server.port)
  wire.send(bytes)
  if (!right.includes('waiting')) {
    await wire.until(() => wire.replies.length > 0)
    // By then, what a second request in it would be answered with is there, too.
    await server.answers()
    return { outcome: wire.replies[0]?.status ?? 'closed', replies: wire.replies } as const
  }
  for (let n = 0; n < 2 && wire.replies.length === 0 && !wire.closed; n++) await server.answers()
  const outcome: Outcome = wire.replies[0]?.status ?? (wire.closed ? 'closed' : 'waiting')
  wire.finish()
  await wire.until(() => false)
  return { outcome, replies: wire.replies }
}
