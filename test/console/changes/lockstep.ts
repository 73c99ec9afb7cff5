import { createRandom } from '../../../src/base/random.ts'
import { createRecords, randomIndex } from '../../cache/randomRequests.ts'
import type { Client, ClientResponse } from '../../support/client.ts'
import { requireEqual } from '../../support/requireEqual.ts'
import { addKeysAndFans, type Side } from './side.ts'
import { readLists, readState, type State, skipPast } from './state.ts'
import { createTurns, type Request, type Turn } from './turns.ts'

// Takes the same turns on two servers, and compares all that can be seen of them.

type Step = 'preview' | 'apply'

const isSeed = ({ path }: Request) => path === '/console/api/seed'

/** The paths and bodies of the two requests of what is previewed. */
const stepOf = (request: Request, step: Step, digest: string | undefined): Request => {
  const { path, body } = request
  if (isSeed(request)) return { ...request, path: step === 'preview' ? `${path}/preview` : `${path}?digest=${digest}` }
  return {
    ...request,
    body: { ...body, ...(step === 'preview' ? { dry_run: true } : digest !== undefined && { digest }) },
  }
}

/** @param afterMs - when the client goes away @returns undefined if it went before the response */
const send = async (side: Side, request: Request, afterMs?: number): Promise<ClientResponse | undefined> => {
  const { caller, method, path, body, kind } = request
  const { names, callers } = side
  const abort = new AbortController()
  if (afterMs !== undefined) setTimeout(() => abort.abort(), afterMs)
  const client = callers[caller] as Client // an index that the turns know
  const sent = client.send(method, `/..${names.toIds(path)}`, {
    headers: { 'content-type': 'application/json' },
    signal: abort.signal,
    ...(body && { body: JSON.stringify(names.toIds(body, kind)) }),
  })
  return sent.catch((error: Error) => {
    if (afterMs === undefined || error.name !== 'AbortError') throw error
    return undefined
  })
}

const describe = ({ names }: Side, { kind }: Request, { status, body, text }: ClientResponse, isOrdered: boolean) => {
  const { digest, ...rest } = (body ?? { text }) as Record<string, unknown> // no response of these is a list
  const named = names.toNames(rest, kind) as typeof rest
  return `${status}\n${JSON.stringify(isOrdered ? named : withoutOrder(named), null, 1)}`.split('\n')
}

/** PostgreSQL finds records that refer to another one in any order, so a message about several may name others of them. */
const withoutOrder = ({ conflicts, message, ...rest }: Record<string, unknown>) => {
  if (!Array.isArray(conflicts)) return { message, ...rest }
  const sorted = conflicts.map((conflict) => JSON.stringify(conflict)).sort()
  return { ...rest, conflicts: sorted, ...(conflicts.length === 1 && { message }) }
}

/** Whether a preview would change anything: then its digest can't be used twice. */
const changesAnything = ({ status, body }: ClientResponse): boolean =>
  status === 200 &&
  (body.changed ?? body.deleted ?? body.changes?.length ?? (body.merged ?? body.tracks ?? []).length) > 0

type Sides = readonly [Side, Side]

const both = async <Result>(sides: Sides, run: (side: Side, index: number) => Promise<Result>) =>
  [await run(sides[0], 0), await run(sides[1], 1)] as const

const sendBoth = async (sides: Sides, what: string, toRequest: (index: number) => Request) => {
  const responses = await both(sides, async (side, index) => {
    const response = await send(side, toRequest(index))
    if (!response) throw new Error('No response came.')
    return response
  })
  const isOrdered = sides.every(({ databaseUrl }) => !databaseUrl.startsWith('postgres:'))
  const [first, second] = await both(
    sides,
    async (side, index) => describe(side, toRequest(index), responses[index] as ClientResponse, isOrdered), // there are two
  )
  requireEqual(what, first, second)
  return responses
}

/** The effect of an aborted request is that of the same one afterwards, whichever of them is made: a digest can be used once. */
const applyTwice = (sides: Sides, toRequest: (index: number) => Request, afterMs: number) =>
  both(sides, async (side, index) => {
    await send(side, toRequest(index), afterMs)
    // A seed goes on without its client, and another one waits for it no longer than a second.
    while ((await send(side, toRequest(index)))?.status === 503);
  })

/** @returns the status of the last response, or of none after an abort */
const take = async (sides: Sides, { requests, preview }: Turn): Promise<number | undefined> => {
  if (!preview) {
    let status: number | undefined
    for (const request of requests)
      status = (await sendBoth(sides, `The response to ${request.method} ${request.path}`, () => request))[0].status
    return status
  }
  const [request] = requests
  if (!request) return undefined
  const { digest, meanwhile, abort } = preview
  const dryRun = () => stepOf(request, 'preview', undefined)
  if (abort?.of === 'preview') await both(sides, (side) => send(side, dryRun(), abort.afterMs))
  const previews = digest === 'none' ? undefined : await sendBoth(sides, 'The preview', dryRun)
  if (meanwhile) await sendBoth(sides, 'The response to what is done meanwhile', () => meanwhile)
  const digestOf = (index: number): string | undefined => {
    if (digest === 'wrong') return '0'.repeat(64)
    return digest === 'malformed' ? 'x' : previews?.[index]?.body?.digest
  }
  // A seed is applied as it was shown, or not at all.
  if (isSeed(request) && digestOf(0) === undefined) return previews?.[0].status
  const applied = (index: number) => stepOf(request, 'apply', digestOf(index))
  if (abort?.of === 'apply' && previews && changesAnything(previews[0])) {
    await applyTwice(sides, applied, abort.afterMs)
    return undefined
  }
  return (await sendBoth(sides, 'The response', applied))[0].status
}

/** Records with links, keys and likes, the same in both libraries. */
const fill = async (side: Side, seed: number): Promise<void> => {
  const random = createRandom(seed)
  const [admin] = side.callers
  if (!admin) return
  await skipPast(side)
  await createRecords(admin, random)
  for (let track = 1; track <= 120; track++)
    await admin.put(`/tracks/${track}`, {
      artist_ids: [1 + randomIndex(random, 12), 1 + randomIndex(random, 12)],
      genre_ids: [1 + (track % 6)],
      album_id: 1 + (track % 12),
    })
  for (let album = 1; album <= 12; album++) await admin.put(`/albums/${album}`, { label_id: 1 + (album % 6) })
  for (let like = 0; like < 80; like++)
    await side.callers[like % side.callers.length]?.post(`/tracks/${1 + randomIndex(random, 120)}/like`)
  await addKeysAndFans(side)
}

const compareStates = async (sides: Sides, turn: string): Promise<State> => {
  const [first, second] = await both(sides, (side) => readState(side, turn))
  for (const [what, texts] of Object.entries(first.texts)) requireEqual(what, texts, second.texts[what] ?? [])
  return first
}

const compareLists = async (sides: Sides): Promise<void> => {
  const [first, second] = await both(sides, readLists)
  for (const [what, texts] of Object.entries(first)) requireEqual(what, texts, second[what] ?? [])
}

/** How many turns are taken before all lists are compared. */
const turnsPerLists = 10

/**
 * Takes random turns on both sides.
 * @returns how often each kind of request had each status
 * @throws Error with the turn after which they differ
 */
export const takeTurns = async (sides: Sides, seed: number, count: number): Promise<Record<string, number>> => {
  await both(sides, (side) => fill(side, seed))
  const known = await compareStates(sides, 'before')
  const random = createRandom(seed)
  const nextTurn = createTurns(random, known)
  const statuses: Record<string, number> = {}
  for (let number = 1; number <= count; number++) {
    const turn = nextTurn()
    try {
      const status = await take(sides, turn)
      const kind = `${turn.requests[0]?.method} ${turn.requests[0]?.path.replace(/\d+/g, ':id')} ${status ?? 'aborted'}`
      statuses[kind] = (statuses[kind] ?? 0) + 1
      const state = await compareStates(sides, `turn ${number}`)
      Object.assign(known, state, { entries: [...known.entries, ...state.entries] })
      if (number % turnsPerLists === 0 || number === count) await compareLists(sides)
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      throw new Error(`Seed ${seed}, turn ${number}, ${JSON.stringify(turn)}: ${message}`)
    }
  }
  return statuses
}
