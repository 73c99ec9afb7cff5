import { createClient } from '../../client/index.ts'
import { createClientAs } from '../../client/sessionFetch.ts'

// The program that abort.test.ts bundles for Node: node --expose-gc FILE URL. The server of the URL ends no response.

const url = process.argv[2] ?? ''
const { setTimeout } = globalThis
const ask = async (question: string) => (await fetch(url + question)).text()

/** Drops whatever nothing holds. Finalizers need turns of the event loop. */
const collectGarbage = async () => {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : String(error))
const fetchRequest = (request: Request) => fetch(request)
let sessions = 0
const clients = {
  'global fetch': createClient({ url }),
  'own fetch': createClient({ url, fetch: fetchRequest }),
  session: createClientAs(async () => `mlib_${++sessions}`, { baseUrl: `${url}/api`, fetch: fetchRequest }),
}

/** Starts a request, collects garbage while it waits, and ends it. @returns the name of the error, when the server has seen the end, too */
const outcomeOf = async (path: string, start: (signal: AbortSignal) => Promise<unknown>, end = true) => {
  const controller = new AbortController()
  const outcome = start(controller.signal).then(() => 'done', nameOf)
  await ask(`/arrived${path}`)
  await collectGarbage()
  if (end) controller.abort()
  const name = await outcome
  await ask(`/ended${path}`)
  return name
}

const outcomes: Record<string, string[]> = {}
for (const [name, client] of Object.entries(clients)) {
  const follow = async (signal: AbortSignal) => {
    for await (const _ of client.changes({ signal }));
  }
  outcomes[name] = [
    await outcomeOf('/api/labels', (signal) => client.labels.list({ signal })),
    await outcomeOf('/api/genres', (signal) => client.genres.list({ signal })),
    await outcomeOf('/api/artists', (signal) => client.artists.list({ signal })),
    await outcomeOf('/changes/stream', follow),
  ]
}

// 45 seconds of silence take a fifth of a second.
globalThis.setTimeout = ((callback: () => void, ms: number, ...rest: []) =>
  setTimeout(callback, ms === 45_000 ? 200 : ms, ...rest)) as typeof setTimeout
for (const [name, client] of Object.entries(clients)) {
  const followUntilSilent = async () => {
    const onDisconnect = () => {
      throw new Error('silent')
    }
    for await (const _ of client.changes({ onDisconnect }));
  }
  outcomes[`${name}, in time`] = [
    await outcomeOf('/api/labels', () => client.labels.list({ timeoutMs: 200 }), false),
    await outcomeOf('/changes/stream', followUntilSilent, false),
  ]
}
console.log(JSON.stringify(outcomes))
process.exit()
