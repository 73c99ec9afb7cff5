import { expect } from 'bun:test'
import { readEntries } from '../../../src/audit/store.ts'
import { createRandom, type Random } from '../../../src/base/random.ts'
import { resourceNames } from '../../../src/catalogue/resources.ts'
import {
  createRecords,
  mergeRandomRecords,
  pick,
  randomBody,
  randomId,
  randomIds,
  randomIndex,
  randomResource,
} from '../../cache/randomRequests.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import type { TestLibrary } from '../../support/library.ts'
import { amount, everyNth } from '../../support/longForm.ts'
import { openSql } from '../../support/sql.ts'
import { newestEntry, readCatalogueRows, undoAsShown } from '../../support/undo.ts'

/** Creates and changes records with a catalogue file. The file deletes nothing. */
const seedRandomFile = async (random: Random, admin: Client) => {
  const names = Array.from({ length: 5 }, () => `s${randomIndex(random, 20)}`)
  const file = {
    labels: [...new Set(names)].map((name) => ({ name })),
    albums: [{ title: `s${randomIndex(random, 20)}`, label: names[0], type: pick(random, ['album', 'ep']) }],
    tracks: [...new Set(names)].map((name) => ({ title: `t${randomIndex(random, 20)}`, file_path: name })),
  }
  const { digest } = (await sendToConsole(admin, 'POST', '/seed/preview', file)).body
  return sendToConsole(admin, 'POST', `/seed?digest=${digest}`, file)
}

/** A change of the catalogue, which may be rejected. */
const sendRandomChange = async (random: Random, library: TestLibrary) => {
  const { admin } = library
  const name = randomResource(random)
  const id = randomId(random, name)
  const path = `/${name}/${id}`
  const kind = random()
  if (kind < 0.05) return seedRandomFile(random, admin)
  if (kind < 0.35) return admin.put(path, randomBody(random, name))
  if (kind < 0.55) return admin.post(`/${name}`, randomBody(random, name))
  if (kind < 0.75) return admin.delete(path)
  if (kind < 0.83) return undoAsShown(admin, 1 + randomIndex(random, await newestEntry(library)))
  if (kind < 0.86) return sendToConsole(admin, 'POST', `/bulk/${name}/delete`, { ids: [id, randomId(random, name)] })
  if (kind < 0.88) {
    const text = `New\tnew-${randomIndex(random, 1e6)}\t3:00\tp${randomIndex(random, 9)}, p9\tp`
    return sendToConsole(admin, 'POST', `/albums/${randomId(random, 'albums')}/tracks`, { text })
  }
  if (kind < 0.93) return mergeRandomRecords(random, admin, name, id)
  const [add, remove] = [randomIds(random, 'artists'), randomIds(random, 'artists')]
  const changes = {
    artist_ids: { add, remove: remove.filter((id) => !add.includes(id)) },
    ...(random() < 0.5 && { genre_ids: { set: randomIds(random, 'genres') } }),
    ...(random() < 0.5 && { album_id: randomId(random, 'albums') }),
  }
  const ids = Array.from({ length: 3 }, () => randomId(random, 'tracks'))
  return sendToConsole(admin, 'POST', '/bulk/tracks', { ids, changes })
}

test.each(everyNth([2, 1], 2))(
  'random changes, undone from the newest one back, leave the catalogue as it was (%i)',
  async (library, seed) => {
    const { admin, user } = library
    const random = createRandom(seed)
    await createRecords(admin, random)
    for (let like = 0; like < 60; like++)
      await pick(random, [admin, user]).post(`/tracks/${randomId(random, 'tracks')}/like`)
    await using sql = openSql(library.databaseUrl)
    for (const name of resourceNames) await sql.query(`UPDATE ${name} SET key = 'key ' || id WHERE id % 2 = 0`)
    for (let track = 1; track < 60; track++)
      await admin.put(`/tracks/${track}`, {
        artist_ids: randomIds(random, 'artists').filter((id) => id <= 12),
        genre_ids: [1 + (track % 6)],
        album_id: 1 + (track % 12),
      })
    const first = await readCatalogueRows(library)
    const start = await newestEntry(library)
    for (let step = 0; step < amount(30, 1_200); step++) await sendRandomChange(random, library)
    const entries = (await Array.fromAsync(readEntries(library.library.read, {}))).flat().filter(({ id }) => id > start)
    expect(await readCatalogueRows(library)).not.toEqual(first)
    for (const { id, action, record } of entries.toReversed()) {
      const { status, text } = await undoAsShown(admin, id)
      expect([status, status === 200 ? '' : `${action} ${record}: ${text}`]).toEqual([200, ''])
    }
    expect(await readCatalogueRows(library)).toEqual(first)
  },
)
