import { createClient } from '../../client/index.ts'

// The program that runtime.test.ts bundles for a context of Node that has only the globals of `host`.

const [, , url = '', token] = process.argv
const runtime = globalThis as Record<string, unknown>
// Five seconds between two polls take a tenth.
const { setTimeout } = globalThis
globalThis.setTimeout = ((callback: () => void, ms: number, ...rest: []) =>
  setTimeout(callback, ms === 5_000 ? 50 : ms, ...rest)) as typeof setTimeout

const describe = (error: unknown) => String(error).replaceAll(url, 'ORIGIN')
const errorOf = async (start: () => Promise<unknown>) => describe(await start().catch((error: unknown) => error))

const client = createClient({ url, token })
const label = await client.labels.create({ name: 'Columbia' })
const { records } = await client.search.labels({ q: 'col & mbia', ids: [label.id] })
const pages: number[] = []
await client.labels.create({ name: 'Verve' })
for await (const { id } of client.search.labels.each({ limit: 1 })) pages.push(id)

const events: string[] = []
const abort = new AbortController()
const { next: since } = await client.request<{ next: string }>('GET', '/changes?since=now')
const { id } = await client.tracks.create({ title: 'So What', file_path: '1.flac' })
const ended = await errorOf(async () => {
  for await (const { changes } of client.changes({ since, signal: abort.signal })) {
    events.push(changes.map(({ resource, type }) => `${resource} ${type}`).join())
    if (events.length === 2) await client.tracks.like(id)
    if (events.length === 3) await client.labels.update(label.id, { name: 'CBS' })
    if (events.length === 4) abort.abort(new Error('enough'))
  }
})
const timeout = await errorOf(() => createClient({ url: process.argv[4] ?? '', timeoutMs: 50 }).labels.list())

const page = createClient({ url: '/' })
const noPage = await errorOf(() => page.labels.list())
const noPageForChanges = await errorOf(() => page.changes().next())
runtime.location = { origin: url }
const onPage = await errorOf(() => page.labels.list())
const noRequest = await errorOf(() => createClient({ url, fetch: async () => new Response() }).labels.list())
runtime.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
const onThisPage = await errorOf(() => page.labels.list())
runtime.location = { origin: 'http://page.example' }
const onAnotherPage = await errorOf(() => client.labels.list())
Reflect.deleteProperty(runtime, 'fetch')
const noFetch = await errorOf(() => client.labels.list())
const noFetchForChanges = await errorOf(() => client.changes().next())

console.log(
  JSON.stringify({
    ...{ found: records.length, pages, events, ended, timeout },
    ...{ noPage, noPageForChanges, onPage, onThisPage, onAnotherPage, noRequest, noFetch, noFetchForChanges },
  }),
)
process.exit()
