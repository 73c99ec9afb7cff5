import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { commandLine } from '../../src/audit/entry.ts'
import { readEntries } from '../../src/audit/store.ts'
import { createMusicLibrary } from '../../src/index.ts'
import { openLibrary } from '../../src/library/open.ts'
import { readTrail } from '../support/audit.ts'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { newDatabase, rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

const created = (count: number) => ({ created: count, updated: 0, deleted: 0 })

test('a seed adds one entry with the numbers of changed records', async () => {
  await using library = await newDatabase()
  await seedValue(library, kindOfBlue)
  const [entry, ...others] = await readTrail({ library })
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    source: 'server',
    action: 'seed',
    user_id: null,
    email: null,
    record: null,
    changes: null,
  })
  expect(entry?.counts).toMatchObject({
    labels: created(1),
    genres: created(2),
    artists: created(2),
    albums: created(1),
    tracks: created(2),
    likes_deleted: 0,
    references_cleared: 0,
  })

  const { genres: _, ...rest } = kindOfBlue
  const tracks = kindOfBlue.tracks.map(({ title, file_path }) => ({ title, file_path }))
  await seedValue(library, { ...rest, tracks }, { prune: true, actor: commandLine })
  const [, pruned] = await readTrail({ library })
  expect(pruned).toMatchObject({
    source: 'cli',
    action: 'seed',
    counts: { genres: { created: 0, updated: 0, deleted: 2 } },
  })
  expect(pruned?.counts?.labels).toBeUndefined()
})

test('a dry run, a seed that changes nothing, and an invalid catalogue add no entry', async () => {
  await using library = await newDatabase()
  await seedValue(library, kindOfBlue, { dryRun: true })
  await rejection(seedValue(library, { tracks: [{ title: 'x', file_path: 'x', album: 'Unknown' }] }))
  expect(await readTrail({ library })).toEqual([])
  await seedValue(library, kindOfBlue)
  await seedValue(library, kindOfBlue)
  expect(await readTrail({ library })).toHaveLength(1)
})

test('a record that several steps of a seed change has one part with all changes', async () => {
  await using library = await newDatabase()
  const former = [{ name: 'Columbia' }, { name: 'Colombia' }]
  await seedValue(library, { labels: former, albums: [{ key: 'album', title: 'Kind of Blue', label: 'Colombia' }] })
  await seedValue(library, {
    labels: [{ name: 'Columbia' }, { name: 'Colombia', merge_into: 'Columbia' }],
    albums: [{ key: 'album', title: 'Sketches of Spain', label: 'Columbia' }],
  })
  const last = (await readTrail({ library })).at(-1)
  const entries = (await Array.fromAsync(readEntries(library.read, { entry: last?.id }))).flat()
  expect(entries.filter(({ record }) => record === 'albums/1').map(({ changes }) => changes)).toEqual([
    { title: { from: 'Kind of Blue', to: 'Sketches of Spain' }, label_id: { from: 2, to: 1 } },
  ])
})

test('a library that is created with a catalogue has an entry of it from the server', async () => {
  using folder = emptyFolder()
  const database = join(folder.path, 'library.db')
  await (await createMusicLibrary({ database, catalogue: kindOfBlue })).close()
  const library = await openLibrary(database)
  const trail = await readTrail({ library })
  await library.close()
  expect(trail.map(({ source, action, record }) => [source, action, record])).toEqual([['server', 'seed', null]])
})
