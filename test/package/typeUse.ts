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

/** A program that uses every entry with types. Each line after `@ts-expect-error` must be an error: it would be none with `any`. */
export const typeUse = `
import { createMusicLibrary, InvalidCatalogue, type MusicLibrary, type MusicLibraryOptions } from 'music-library'
import { ApiError, createClient, InvalidError, type NewTrack, type SingleAlbum } from 'music-library/client'
import { startMusicLibrary, type TestLibrary } from 'music-library/testing'

const options: MusicLibraryOptions = { catalogue: 'sample', registration: 'invite' }
// @ts-expect-error there is no such registration
const wrongOptions: MusicLibraryOptions = { registration: 'shut' }

export const embed = async (): Promise<number> => {
  await using library: MusicLibrary = await createMusicLibrary(options)
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

export const read = async (): Promise<string> => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:3000/api' })
  const album: SingleAlbum = await client.albums.get(1)
  const body: NewTrack = { title: 'So What', file_path: '01.flac' }
  // @ts-expect-error a track has no such member
  const wrongBody: NewTrack = { title: 'So What', file_path: '01.flac', album: 1 }
  await client.tracks.create(body)
  // What is undefined is left out.
  await client.albums.update(album.id, { title: undefined, label_id: undefined, type: undefined })
  await client.tracks.create({ ...body, album_id: undefined, artist_ids: undefined })
  // @ts-expect-error the title is a text
  const title: number = album.title
  return album.tracks[0]?.artists[0]?.name ?? ''
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
    users: [{ email: 'ada@example.com', password: 'correct horse', role: 'admin' }],
  })
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
