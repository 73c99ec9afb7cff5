import { expect, test } from 'bun:test'
import { childrenKind, createDependencies } from '../../src/cache/dependencies.ts'

const dependencies = createDependencies(['likes'])

const track = {
  id: 5,
  album: { id: 6, label: { id: 7 } },
  artists: [{ id: 8 }, { id: 9 }],
  genres: [{ id: 10 }],
}

type Entity = [kind: string, id: number]

const keysOf = (entities: Entity[]) => entities.map(([kind, id]) => dependencies.keyOf(kind, id)).sort()

const nested: Entity[] = [
  ['albums', 6],
  ['labels', 7],
  ['artists', 8],
  ['artists', 9],
  ['genres', 10],
]

test('a response depends on its record and on the records nested in it at any depth', () => {
  expect(dependencies.ofRecord('tracks', track).sort()).toEqual(keysOf([['tracks', 5], ...nested]))
  expect(dependencies.nestedIn('tracks', [track, track]).sort()).toEqual(keysOf(nested))
})

test('a list depends on the resources that its records nest at any depth', () => {
  expect([...dependencies.kindsNestedIn('labels')]).toEqual([])
  expect([...dependencies.kindsNestedIn('artists')]).toEqual(['labels'])
  expect([...dependencies.kindsNestedIn('tracks')].sort()).toEqual(['albums', 'artists', 'genres', 'labels'])
})

test('a response with children depends on which children there are', () => {
  const artist = { id: 1, label: null, tracks: [{ id: 2, album: null, genres: [] }] }
  expect(dependencies.ofRecord('artists', artist).sort()).toEqual(
    keysOf([
      ['artists', 1],
      [childrenKind('artists'), 1],
      ['tracks', 2],
    ]),
  )
})

test('an inserted row, and a row of a kind that no response contains, change no dependency', () => {
  const changes = [
    { kind: 'tracks', id: 1, isNew: true },
    { kind: 'tracks', id: 1, isNew: false },
    { kind: 'tracks', id: 2, isNew: false },
    { kind: 'tokens', id: 3, isNew: false },
  ]
  expect([...dependencies.changedBy(changes)]).toEqual([dependencies.keyOf('tracks', 2)])
})

test('a row that was deleted and inserted again in one commit changes its dependency', () => {
  const changes = [
    { kind: 'tracks', id: 1, isNew: false },
    { kind: 'tracks', id: 1, isNew: true },
  ]
  expect([...dependencies.changedBy(changes)]).toEqual([dependencies.keyOf('tracks', 1)])
})
