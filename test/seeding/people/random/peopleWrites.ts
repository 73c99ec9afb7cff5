import type { Random } from '../../../../src/base/random.ts'
import { type ResourceName, resourceNames, resources } from '../../../../src/catalogue/resources.ts'
import { pick, randomIndex } from '../../../cache/randomRequests.ts'
import { sendToConsole } from '../../../support/consoleApi.ts'
import type { TestLibrary } from '../../../support/library.ts'
import { openSql } from '../../../support/sql.ts'
import { newestEntry, undoAsShown } from '../../../support/undo.ts'
import type { State } from './values.ts'

// Random writes of people: with the API and the console, and with another program.

const randomNumber = (random: Random) => randomIndex(random, 1e6)

const randomName = (random: Random, state: State, name: ResourceName): string => {
  const [member] = resources[name].identity
  const known = [...state[name].values()].map((record) => String(record[member]))
  if (known.length === 0 || random() < 0.9)
    return `by people ${pick(random, ['\u00e9', 'e\u0301'])} ${randomNumber(random)}`
  return pick(random, known).normalize(pick(random, ['NFC', 'NFD']))
}

const randomIds = (random: Random, state: State, name: ResourceName) =>
  [...state[name].keys()].filter(() => random() < 0.35)

const idOrNull = (random: Random, state: State, name: ResourceName) => {
  const ids = [...state[name].keys()]
  return ids.length === 0 || random() < 0.2 ? null : pick(random, ids)
}

const randomBody = (random: Random, state: State, name: ResourceName): Record<string, unknown> => {
  const text = randomName(random, state, name)
  const all: Record<ResourceName, Record<string, unknown>> = {
    labels: { name: text },
    genres: { name: text },
    artists: {
      name: text,
      label_id: idOrNull(random, state, 'labels'),
      duration: pick(random, [1, 2, 3, null]),
      release_date: pick(random, ['2001-02-03', '2007-08-09']),
    },
    albums: { title: text, label_id: idOrNull(random, state, 'labels'), type: pick(random, ['album', 'ep', 'single']) },
    tracks: {
      file_path: text,
      title: pick(random, ['t', 'u', 'w']),
      duration_seconds: pick(random, [1, 2, 3, null]),
      album_id: idOrNull(random, state, 'albums'),
      artist_ids: randomIds(random, state, 'artists'),
      genre_ids: randomIds(random, state, 'genres'),
    },
  }
  return all[name]
}

const writeSql = async (random: Random, { databaseUrl }: TestLibrary, name: ResourceName, id: number) => {
  await using sql = openSql(databaseUrl)
  const [member] = resources[name].identity
  const kind = random()
  if (kind < 0.3) await sql.query(`UPDATE ${name} SET ${member} = ? WHERE id = ?`, `by SQL ${randomNumber(random)}`, id)
  else if (kind < 0.5)
    await sql.query(`UPDATE ${name} SET key = ? WHERE id = ?`, `key by SQL ${randomNumber(random)}`, id)
  else if (kind < 0.6) await sql.query(`UPDATE ${name} SET key = NULL WHERE id = ?`, id)
  else if (name === 'artists') await sql.query('UPDATE artists SET duration = 7, label_id = NULL WHERE id = ?', id)
  else if (name === 'tracks') await sql.query('DELETE FROM artist_track WHERE track_id = ?', id)
}

/** Sends a write, which may be rejected. */
export const sendPeopleWrite = async (random: Random, library: TestLibrary, state: State): Promise<void> => {
  const { admin, user } = library
  const name = pick(random, [...resourceNames, 'tracks', 'albums'] as const)
  const ids = [...state[name].keys()]
  const kind = random()
  if (ids.length === 0 || kind < 0.08) {
    await admin.post(`/${name}`, randomBody(random, state, name))
    return
  }
  const id = pick(random, ids)
  if (kind < 0.5) {
    const body = Object.entries(randomBody(random, state, name))
    const some = name === 'labels' || name === 'genres' ? body : body.filter(() => random() < 0.4)
    await admin.put(`/${name}/${id}`, Object.fromEntries(some))
  } else if (kind < 0.6) await admin.delete(`/${name}/${id}`)
  else if (kind < 0.68) {
    const changes = {
      artist_ids: { add: randomIds(random, state, 'artists').slice(0, 1) },
      ...(random() < 0.5 && { genre_ids: { set: randomIds(random, state, 'genres') } }),
      ...(random() < 0.5 && { album_id: idOrNull(random, state, 'albums') }),
    }
    await sendToConsole(admin, 'POST', '/bulk/tracks', { ids: randomIds(random, state, 'tracks'), changes })
  } else if (kind < 0.71) {
    const body = { ids: [id, pick(random, ids)] }
    const { digest } = (await sendToConsole(admin, 'POST', `/bulk/${name}/delete`, { ...body, dry_run: true })).body
    await sendToConsole(admin, 'POST', `/bulk/${name}/delete`, { ...body, digest })
  } else if (kind < 0.77 && name !== 'tracks') {
    const from = [pick(random, ids)]
    const { digest } = (await sendToConsole(admin, 'POST', `/${name}/${id}/merge`, { from, dry_run: true })).body
    await sendToConsole(admin, 'POST', `/${name}/${id}/merge`, { from, digest })
  } else if (kind < 0.85) await undoAsShown(admin, 1 + randomIndex(random, await newestEntry(library)))
  else if (kind < 0.93) await writeSql(random, library, name, id)
  else if (name === 'tracks') await pick(random, [admin, user]).post(`/tracks/${id}/like`)
}
