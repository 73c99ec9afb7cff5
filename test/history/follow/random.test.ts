import { expect } from 'bun:test'
import { join } from 'node:path'
import { createRandom, type Random } from '../../../src/base/random.ts'
import { resourceNames } from '../../../src/catalogue/resources.ts'
import type { LibraryChange } from '../../../src/history/follow/model.ts'
import { createRecords, randomBody, randomId, randomIndex, randomResource } from '../../cache/randomRequests.ts'
import { type ChangeStream, listChanges, openChangeStream, readAllChanges } from '../../support/changeStream.ts'
import type { Client } from '../../support/client.ts'
import { runCommand } from '../../support/commandRun.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import type { TestLibrary } from '../../support/library.ts'
import { everyNth, tries } from '../../support/longForm.ts'
import { openSql } from '../../support/sql.ts'
import { newestEntry, undoAsShown } from '../../support/undo.ts'

// Changes against a copy of the library: it reads again what a change names, and nothing else.

/** Every record with its links, as text, by its path. */
const readRecords = async ({ databaseUrl }: TestLibrary) => {
  await using sql = openSql(databaseUrl)
  const records = new Map<string, string>()
  const add = (path: string, row: object) => records.set(path, (records.get(path) ?? '') + JSON.stringify(row))
  for (const name of [...resourceNames, 'users'])
    for (const row of await sql.query(`SELECT * FROM ${name} ORDER BY id`)) add(`${name}/${row.id}`, row)
  for (const table of ['artist_track', 'genre_track'])
    for (const row of await sql.query(`SELECT * FROM ${table} ORDER BY 1, 2`)) add(`tracks/${row.track_id}`, row)
  return records
}

/** A file that creates and changes records, removes one of them, and merges another one, whose likes move. */
const randomFile = (random: Random) => {
  const [removed, merged, ...names] = [...new Set(Array.from({ length: 8 }, () => `s${randomIndex(random, 12)}`))]
  return {
    labels: [{ name: removed, delete: true }, ...names.map((name) => ({ name }))],
    tracks: [
      { file_path: merged, merge_into: names[0] },
      ...names.map((name) => ({ title: `t${randomIndex(random, 9)}`, file_path: name })),
    ],
  }
}

const seedByConsole = async (admin: Client, file: object) => {
  const { digest } = (await sendToConsole(admin, 'POST', '/seed/preview', file)).body
  await sendToConsole(admin, 'POST', `/seed?digest=${digest}`, file)
}

const write = async (random: Random, library: TestLibrary) => {
  const { admin, user } = library
  const name = randomResource(random)
  const path = `/${name}/${randomId(random, name)}`
  const kind = random()
  if (kind < 0.3) await user[random() < 0.6 ? 'post' : 'delete'](`/tracks/${randomId(random, 'tracks')}/like`)
  else if (kind < 0.5) await admin.put(path, randomBody(random, name))
  else if (kind < 0.6) await admin.post(`/${name}`, randomBody(random, name))
  else if (kind < 0.75) await admin.delete(path)
  else if (kind < 0.85) await undoAsShown(admin, 1 + randomIndex(random, await newestEntry(library)))
  else if (kind < 0.9) await user.put('/me', { name: `u${randomIndex(random, 99)}` })
  else if (kind < 0.95) await seedByConsole(admin, randomFile(random))
  else {
    const ids = Array.from({ length: 4 }, () => randomId(random, 'tracks'))
    await sendToConsole(admin, 'POST', '/bulk/tracks', { ids, changes: { album_id: randomId(random, 'albums') } })
  }
}

/** Runs a command on the library that is served. */
const seedByCommand = async ({ databaseUrl }: TestLibrary, random: Random) => {
  using folder = emptyFolder()
  const file = join(folder.path, 'catalogue.json')
  await Bun.write(file, JSON.stringify(randomFile(random)))
  const args = ['seed', file, '--yes', '--database', databaseUrl]
  expect(await runCommand(args, { cwd: folder.path })).toMatchObject({ code: 0 })
}

/** Each record is created, then changed and deleted, and maybe created again. */
const expectLives = (changes: readonly LibraryChange[], present: Set<string>) => {
  for (const { resource, id, type } of changes) {
    const path = `${resource}/${id}`
    expect([path, type, present.has(path)]).toEqual([path, type, type !== 'created'])
    if (type === 'created') present.add(path)
    if (type === 'deleted') present.delete(path)
  }
}

test.each(everyNth([1, 2], 2))(
  'the changes are those of the library, in their order, each once, on a page and on a stream (%i)',
  async (library, seed) => {
    const random = createRandom(seed)
    const { admin, user, url } = library
    await createRecords(admin, random)
    const start: string = (await listChanges(admin, '?since=now')).body.next
    const before = await readRecords(library)
    let streams: ChangeStream[] = await Promise.all([admin, user].map((caller) => openChangeStream(url, caller)))
    const received: LibraryChange[][] = [[], []]
    for (let step = 0; step < tries(60); step++) {
      await Promise.all(Array.from({ length: 1 + randomIndex(random, 3) }, () => write(random, library)))
      if (step % 30 === 12) await seedByCommand(library, random)
      if (step % 15 !== 7) continue
      // The connections are lost, and the changes go on.
      const n = randomIndex(random, 2)
      const caller = n === 0 ? admin : user
      const lost = streams[n] as ChangeStream // one of the two
      lost.close()
      await lost.ended
      received[n]?.push(...lost.changes)
      await write(random, library)
      // Others write while it reads what it has missed.
      const others = Array.from({ length: 6 }, () => write(random, library))
      const resumed = await openChangeStream(url, caller, { lastEventId: lost.lastId || start })
      await Promise.all(others)
      streams = streams.map((stream, index) => (index === n ? resumed : stream))
    }
    const current = await readRecords(library)
    for (const [n, caller] of [admin, user].entries()) {
      const pages = await readAllChanges(caller, 1_000, start)
      expect(await readAllChanges(caller, 1 + randomIndex(random, 7), start)).toEqual(pages)
      // Entries of the own account that are changed again become one, which those who follow have seen before.
      const catalogue = (changes: readonly LibraryChange[]) => changes.filter(({ resource }) => resource !== 'users')
      const known = catalogue(received[n] ?? [])
      const streamed = () => [...known, ...catalogue(streams[n]?.changes ?? [])]
      for (let count = 0; streamed().length < catalogue(pages).length; ) await streams[n]?.until(++count)
      expect(streamed()).toEqual(catalogue(pages))
      const copy = new Map(before)
      for (const { resource, id } of pages) {
        const path = `${resource}/${id}`
        copy.delete(path)
        const row = current.get(path)
        if (row !== undefined) copy.set(path, row)
      }
      const isSeen = ([path]: [string, string]) => n === 0 || !path.startsWith('users/')
      const sort = (records: Map<string, string>) => new Map([...records].filter(isSeen).sort())
      expect(sort(copy)).toEqual(sort(current))
      expectLives(pages, new Set(before.keys()))
    }
    for (const stream of streams) stream.close()
  },
)
