import { join } from 'node:path'

const strict = {
  target: 'ES2022',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  lib: ['ES2022', 'DOM'],
  types: [],
}

/** The configuration of a strict project, which loads no types of Node or Bun. */
export const strictConfig = (resolution: {
  module: string
  moduleResolution: string
  verbatimModuleSyntax?: boolean
}): string => JSON.stringify({ compilerOptions: { ...strict, ...resolution }, include: ['*.ts', '*.cts'] })

/** A program that uses the client, with its mistakes. */
export const readClientUse = (): Promise<string> => Bun.file(join(import.meta.dir, 'clientUse.ts')).text()

/** A program that uses every entry with types. Each line after `@ts-expect-error` must be an error: it would be none with `any`. */
export const typeUse = `
import { createMusicLibrary, InvalidCatalogue, type MusicLibrary, type MusicLibraryOptions } from 'music-library'
import { ApiError, createClient, InvalidError } from 'music-library/client'
import { startMusicLibrary, type TestLibrary } from 'music-library/testing'

const options: MusicLibraryOptions = { catalogue: 'sample', registration: 'invite' }
// @ts-expect-error there is no such registration
const wrongOptions: MusicLibraryOptions = { registration: 'shut' }
// @ts-expect-error the time is a text
createMusicLibrary({ now: new Date() })
// @ts-expect-error an account has an address
createMusicLibrary({ users: [{ password: 'a long secret' }] })
// @ts-expect-error a like is a key or a path
createMusicLibrary({ users: [{ email: 'ada@example.com', likes: [1] }] })
// @ts-expect-error a catalogue is no number
createMusicLibrary({ catalogue: 1 })
// @ts-expect-error there is no such option
createMusicLibrary({ args: ['--docs', 'off'] })
// @ts-expect-error there is no such option
startMusicLibrary({ listen: true })

export const embed = async (): Promise<number> => {
  await using library: MusicLibrary = await createMusicLibrary(options)
  // @ts-expect-error the account is named by its address
  library.as({ email: 'ada@example.com' })
  const users = [{ email: 'ada@example.com', password: 'a long secret' }] as const
  await using fixed = await createMusicLibrary({ users, now: '2026-01-01T00:00:00Z', cors: ['localhost'], limits: { all: '20/1m' } })
  await fixed.as('ada@example.com').tracks.like(1)
  const response: Response = await library.fetch(new Request('http://localhost/api/labels'))
  const report = await library.seed({ labels: [] })
  // @ts-expect-error the report has no such section
  report.sections.users
  // @ts-expect-error there is no such action
  if (report.changes[0]?.action === 'renamed') return 0
  const formerly: string | Readonly<Record<string, string | null>> | undefined = report.likely_renames[0]?.formerly
  // @ts-expect-error a line is a number
  const line: string | undefined = report.warnings[0]?.line
  // @ts-expect-error the status is a number
  const status: string = response.status
  return report.sections.labels.created
}

export const follow = async (): Promise<string> => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:3000/api' })
  // @ts-expect-error a cursor is a text
  client.changes({ since: 3 })
  for await (const { changes, next } of client.changes({ signal: AbortSignal.timeout(1_000) })) {
    // @ts-expect-error there is no such type of a change
    if (changes[0]?.type === 'renamed') continue
    // @ts-expect-error an id is a number
    const id: string | undefined = changes[0]?.id
    return next
  }
  return client.onSession(() => {}).name
}

export const serve = async (): Promise<string> => {
  await using library: TestLibrary = await startMusicLibrary({
    catalogue: { labels: [{ name: 'ECM' }] },
    users: [{ email: 'ada@example.com', password: 'correct horse', role: 'admin', likes: ['so-what.flac', { key: 'so-what' }] }],
    args: ['--docs', 'off'],
  })
  await library.reset()
  await createMusicLibrary({ database: undefined, users: undefined, listen: { port: undefined }, limits: { all: undefined } })
  // @ts-expect-error a user has no such role
  await startMusicLibrary({ users: [{ email: 'ada@example.com', password: 'correct horse', role: 'root' }] })
  const labels = await library.client().labels.list()
  // @ts-expect-error a list is no text
  const text: string = labels
  return library.url
}

export const describe = (error: unknown): string => {
  if (error instanceof InvalidError) return Object.keys(error.errors).join()
  if (error instanceof ApiError) return String(error.status)
  return error instanceof InvalidCatalogue ? String(error.problems[0]?.line) : ''
}
`
