import type { Random } from '../../../src/base/random.ts'
import { type ResourceName, resourceNames } from '../../../src/catalogue/resources.ts'
import { pick, randomIndex } from '../../cache/randomRequests.ts'
import { firstMissingId, type NamedKind } from './names.ts'
import { fanCount } from './side.ts'
import type { State } from './state.ts'

// Random turns as data. Records and entries are named by the numbers of their creation.

export interface Request {
  /** The index of the account. */
  caller: number
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its prefix. */
  path: string
  body?: object
  /** What the members `id`, `ids` and `from` are ids of. */
  kind?: NamedKind
}

export interface Turn {
  requests: Request[]
  /** For one request that is previewed. */
  preview?: {
    /** What is sent to apply it: the digest of the preview, none without a preview, or one that is invalid. */
    digest: 'shown' | 'none' | 'wrong' | 'malformed'
    /** What another account changes after the preview. */
    meanwhile?: Request
    /** The request whose client goes away, and after how many milliseconds. */
    abort?: { of: 'preview' | 'apply'; afterMs: number }
  }
}

/** What turns are made from. */
interface Known extends Pick<State, 'present' | 'labels' | 'paths'> {
  /** All entries, the oldest first. */
  entries: State['entries']
}

const chance = (random: Random, share: number) => random() < share

const minRecords = 5

const [firstAdmin, secondAdmin, accounts] = [0, 1, 4]

const words = ['(Remaster)', 'Live', 'É', '  ', 'Mono', '(Remaster) (Remaster)', '"Take" 2', '日本']

const randomText = (random: Random) => `n${randomIndex(random, 40)} ${pick(random, words)}`.trim()

/** Creates random turns. @param known - what there is, which must be the same in both libraries */
export const createTurns = (random: Random, known: Known): (() => Turn) => {
  /** How many texts have been made: no two records need the same path. */
  let made = 0

  /** Mostly a record that exists. */
  const record = (name: ResourceName): number => {
    const ids = known.present[name]
    if (chance(random, 0.006) || ids.length === 0) return firstMissingId + randomIndex(random, 3)
    return pick(random, ids)
  }

  const records = (name: ResourceName, max: number, min = 0): number[] => {
    const count = min + randomIndex(random, max - min + 1)
    return [...new Set(Array.from({ length: count }, () => record(name)))]
  }

  /** Rarely most of those that exist, so that a response has not all of them. */
  const selection = (name: ResourceName, max: number): number[] => {
    if (chance(random, 0.06)) return known.present[name].filter(() => chance(random, 0.95))
    return records(name, chance(random, 0.2) ? 5 * max : max, 1)
  }

  const recordOrNull = (name: ResourceName) => (chance(random, 0.2) ? null : record(name))

  const members = (name: ResourceName): object => {
    const path = `file-${++made}.flac`
    const text = randomText(random)
    if (name === 'labels' || name === 'genres') return { name: text }
    if (name === 'artists') return { name: text, label_id: recordOrNull('labels') }
    if (name === 'albums')
      return {
        title: text,
        label_id: recordOrNull('labels'),
        ...(chance(random, 0.5) && { type: pick(random, types) }),
      }
    const links = { artist_ids: records('artists', 4), genre_ids: records('genres', 3) }
    return { title: text, file_path: path, album_id: recordOrNull('albums'), ...(chance(random, 0.7) && links) }
  }

  const post = (path: string, body: object, kind?: NamedKind): Request => ({
    ...{ caller: chance(random, 0.8) ? firstAdmin : secondAdmin, method: 'POST', path: `/console/api${path}`, body },
    ...(kind && { kind }),
  })

  const anyName = () =>
    chance(random, 0.5) ? 'tracks' : pick(random, ['labels', 'genres', 'artists', 'albums'] as const)

  const like = (track = record('tracks')): Request => ({
    caller: randomIndex(random, accounts),
    method: chance(random, 0.75) ? 'POST' : 'DELETE',
    path: `/api/tracks/${track}/like`,
  })

  const deleteFan = (): Request => ({
    ...{ caller: firstAdmin, method: 'DELETE', path: `/api/users/${accounts + 1 + randomIndex(random, fanCount)}` },
  })

  const write = (name: ResourceName = anyName(), id = record(name)): Request => {
    const caller = chance(random, 0.03) ? 2 : secondAdmin
    const method = pick(random, ['POST', 'PUT', 'PUT', 'PUT', 'DELETE'] as const)
    const path = method === 'POST' ? `/api/${name}` : `/api/${name}/${id}`
    return { caller, method, path, kind: name, ...(method !== 'DELETE' && { body: members(name) }) }
  }

  const idChange = (name: ResourceName) => {
    const [add, remove] = [records(name, 3), records(name, 3)]
    if (chance(random, 0.3)) return { set: add }
    return { add, remove: chance(random, 0.05) ? add : remove.filter((id) => !add.includes(id)) }
  }

  const replacement = () =>
    pick(random, [
      { replace: 'n', with: 'nn' },
      { replace: pick(random, words), with: pick(random, words) },
      { replace: '(Remaster)', with: '' },
      { replace: `n${randomIndex(random, 40)}`, with: pick(random, ['', 'n', 'é'.repeat(200)]) },
    ])

  /** Some of the members, at least one of them mostly. */
  const someOf = (all: Record<string, () => unknown>) => {
    const names = Object.keys(all)
    const chosen = new Set([pick(random, names), ...names.filter(() => chance(random, 0.2))])
    return Object.fromEntries([...chosen].map((name) => [name, all[name]?.()]))
  }

  const changes = {
    tracks: {
      title: replacement,
      album_id: () => recordOrNull('albums'),
      artist_ids: () => idChange('artists'),
      genre_ids: () => idChange('genres'),
    },
    albums: {
      title: replacement,
      label_id: () => recordOrNull('labels'),
      type: () => pick(random, types),
      release_date: () => pick(random, [null, '1959-08-17', '1960', '2020-02-30']),
    },
    artists: { label_id: () => recordOrNull('labels') },
  }

  const bulk = () => {
    const name = pick(random, ['tracks', 'tracks', 'tracks', 'albums', 'artists'] as const)
    return post(`/bulk/${name}`, { ids: selection(name, 12), changes: someOf(changes[name]) }, name)
  }

  const merge = () => {
    const name = pick(random, ['labels', 'genres', 'artists', 'artists', 'albums'] as const)
    return post(`/${name}/${record(name)}/merge`, { from: records(name, chance(random, 0.1) ? 6 : 2, 1) }, name)
  }

  const deletion = () => {
    const name = anyName()
    return post(`/bulk/${name}/delete`, { ids: records(name, name === 'tracks' ? 8 : 2, 1) }, name)
  }

  const row = () => {
    const names = (all: string, count: number) =>
      Array.from({ length: randomIndex(random, count) }, () => `n ${all} ${randomIndex(random, 15)}`).join(', ')
    const path = chance(random, 0.02) ? 'file-1.flac' : `file-${++made}.flac`
    return [
      randomText(random),
      path,
      pick(random, ['', '3:21', '1:02:03']),
      names('artist', 3),
      names('genre', 3),
    ].join('\t')
  }

  const paste = () => {
    const rows = Array.from({ length: chance(random, 0.1) ? 60 : 1 + randomIndex(random, 5) }, row)
    return post(`/albums/${record('albums')}/tracks`, { text: rows.join('\n') })
  }

  /** A label with another name and another key. */
  const changedKey = () => {
    const keyed = known.labels.filter(({ key }) => key !== null)
    if (keyed.length === 0) return []
    return [{ name: randomText(random), key: `new key ${++made}`, formerly: { key: pick(random, keyed).key } }]
  }

  /** A track whose likes another one gets. */
  const mergedTrack = () => {
    const [merged, into] = [pick(random, known.paths), pick(random, known.paths)]
    return merged === into || merged === undefined ? [] : [{ file_path: merged, merge_into: into }]
  }

  const seed = () => {
    if (chance(random, 0.3)) return post('/seed', { labels: changedKey() })
    const names = [...new Set(Array.from({ length: 4 }, () => `s${randomIndex(random, 12)}`))]
    const [removed = '', ...others] = names
    const artists = others.map((name) => ({ name }))
    const labels = [{ name: removed, delete: true }, ...artists]
    const [label] = others
    const tracks = others.map((file_path) => ({ title: randomText(random), file_path, artists: others.slice(0, 2) }))
    const file = {
      labels: chance(random, 0.4) ? [...labels, ...changedKey()] : labels,
      artists,
      ...(label && { albums: [{ title: `s${randomIndex(random, 9)}`, label, type: pick(random, types) }] }),
      tracks: [...tracks, ...mergedTrack()],
    }
    return post('/seed', file)
  }

  /** Mostly one of the newest entries, often the newest one: older ones have conflicts. */
  const undo = (isWanted: (action: string) => boolean) => {
    const entries = known.entries.filter(({ action }) => isWanted(action))
    const near = chance(random, 0.8) ? entries.slice(chance(random, 0.4) ? -1 : -6) : entries
    const name = near.length === 0 ? firstMissingId : pick(random, near).name
    return post(`/audit/${name}/revert`, {}, 'audit')
  }

  /** What is done after a preview, mostly to one of its records. */
  const between = ({ kind, body = {} }: Request): Request => {
    const ids = 'ids' in body ? body.ids : 'from' in body ? body.from : undefined
    const name = resourceNames.find((resource) => resource === kind)
    if (!name || !Array.isArray(ids) || chance(random, 0.3)) return pick(random, [() => like(), () => write()])()
    const id: number = pick(random, ids)
    return name === 'tracks' && chance(random, 0.6) ? like(id) : write(name, id)
  }

  const previewed = (request: Request): Turn => {
    const digest = chance(random, 0.8) ? 'shown' : pick(random, ['none', 'none', 'wrong', 'malformed'] as const)
    const meanwhile = chance(random, 0.15) ? between(request) : undefined
    const of = pick(random, ['preview', 'apply', 'apply'] as const)
    const abort = chance(random, 0.12) && digest === 'shown' ? { of, afterMs: randomIndex(random, 8) } : undefined
    return { requests: [request], preview: { digest, ...(meanwhile && { meanwhile }), ...(abort && { abort }) } }
  }

  /** Makes a request invalid. */
  const spoil = (request: Request): Request => ({
    ...request,
    body: {
      ...request.body,
      ...pick(random, [{ ids: [] }, { from: 'x', changes: {} }, { digest: 5 }, { text: '\0' }, { ids: [1.5] }]),
    },
  })

  const choices: [number, () => Turn][] = [
    [0.12, () => ({ requests: Array.from({ length: 1 + randomIndex(random, 6) }, () => like()) })],
    [0.1, () => ({ requests: Array.from({ length: 1 + randomIndex(random, 2) }, () => write()) })],
    [0.02, () => ({ requests: [deleteFan()] })],
    [0.21, () => previewed(bulk())],
    [0.12, () => previewed(merge())],
    [0.08, () => previewed(deletion())],
    [0.08, () => previewed(paste())],
    [0.11, () => previewed(undo(() => true))],
    [0.05, () => previewed(undo((action) => action === 'revert'))],
    [0.03, () => previewed(undo((action) => action === 'seed'))],
    [0.05, () => previewed(seed())],
    [0.03, () => ({ requests: [spoil(pick(random, [bulk, merge, deletion, paste])())] })],
  ]

  /** What few records are left of is created, so that there is always something to change. */
  const create = (name: ResourceName): Turn => ({
    requests: Array.from({ length: 3 }, () => ({
      ...{ caller: firstAdmin, method: 'POST', path: `/api/${name}`, kind: name, body: members(name) },
    })),
  })

  const turn = (): Turn => {
    const scarce = resourceNames.find((name) => known.present[name].length < minRecords)
    if (scarce && chance(random, 0.5)) return create(scarce)
    let rest = random()
    for (const [share, choose] of choices) {
      if (rest < share) return choose()
      rest -= share
    }
    return turn()
  }
  return turn
}

const types = ['album', 'ep', 'single'] as const
