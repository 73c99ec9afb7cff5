import { expect, test } from 'bun:test'
import { buildCatalogue } from '../../src/converters/buildCatalogue.ts'
import { correctRow, readCorrections } from '../../src/converters/corrections.ts'
import type { TrackRow } from '../../src/converters/trackRow.ts'
import { rejection } from '../support/database.ts'

const row: TrackRow = {
  place: 'a.mp3',
  title: 'Miles Davies',
  file_path: 'Miles Davies/a.mp3',
  artists: ['Miles Davies', 'Cafe\u0301'],
  genres: ['Jaz'],
  album: { title: 'Kind of Blu', artist: 'Miles Davies', label: 'Colombia' },
}

const correct = async (corrections: unknown) => correctRow(await readCorrections(JSON.stringify(corrections)), row)

test('corrections change the names of artists, genres, labels and albums, and nothing else', async () => {
  const corrections = {
    labels: [{ name: 'Columbia', formerly: 'Colombia' }],
    genres: [{ name: 'Jaz', merge_into: 'Jazz' }, { name: 'Bop' }, { name: 'Cool', delete: true }],
    artists: [
      { name: 'Miles Davies', merge_into: 'Miles Davis' },
      { name: 'Coffee', formerly: 'Café' },
    ],
    albums: [{ title: 'Kind of Blue', formerly: { title: 'Kind of Blu' } }],
  }
  expect(await correct(corrections)).toEqual({
    ...row,
    artists: ['Miles Davis', 'Coffee'],
    genres: ['Jazz'],
    album: {
      title: 'Kind of Blue',
      artist: 'Miles Davis',
      label: 'Columbia',
      former: { title: 'Kind of Blu', artist: 'Miles Davies' },
    },
  })
})

test('a corrected name may be corrected again, and a cycle ends', async () => {
  const [jaz, jazz] = [{ name: 'Jaz' }, { name: 'Jazz' }]
  for (const [genres, corrected] of [
    [
      [
        { ...jaz, merge_into: 'Jazz' },
        { ...jazz, merge_into: 'Modal jazz' },
      ],
      'Modal jazz',
    ],
    [
      [
        { ...jaz, merge_into: 'Jazz' },
        { ...jazz, merge_into: 'Jaz' },
      ],
      'Jaz',
    ],
    [
      [
        { ...jazz, formerly: 'Jaz' },
        { name: 'Bop', formerly: 'Jazz' },
      ],
      'Jazz',
    ],
  ] as const)
    expect((await correct({ genres })).genres).toEqual([corrected])
})

test('corrections with very many problems are read as far as they are counted', async () => {
  const error = await rejection(correct({ genres: Array.from({ length: 20_000 }, () => ({})) }))
  expect(error).toMatchObject({ name: 'InvalidCatalogue', more: expect.any(Number) })
})

test('two corrections of one name are a problem', async () => {
  const error = await rejection(correct({ genres: ['a', 'b'].map((name) => ({ name, formerly: 'c' })) }))
  expect(error).toMatchObject({ problems: [{ sentence: 'Another entry corrects "c" to "a". Take one out.' }] })
})

test('an album whose title or artist is corrected stays the same record', async () => {
  const corrections = await readCorrections('{ "artists": [{ "name": "Miles Davies", "merge_into": "Miles Davis" }] }')
  const rows = [row, { ...row, place: 'b', file_path: 'b', album: { title: 'Tutu', artist: 'Miles Davis' } }]
  const { chunks } = buildCatalogue(rows.map((each) => correctRow(corrections, each)))
  expect(JSON.parse([...chunks].join('')).albums).toEqual([
    {
      key: 'Kind of Blu / Miles Davis',
      formerly: { key: 'Kind of Blu / Miles Davies' },
      title: 'Kind of Blu',
      label: 'Colombia',
    },
    { key: 'Tutu / Miles Davis', title: 'Tutu' },
  ])
})

test('corrections have no tracks, and their problems are those of any catalogue file', async () => {
  const error = await rejection(correct({ tracks: [{ title: 'a', file_path: 'b', formerly: 'c' }], genres: [{}] }))
  expect(error).toMatchObject({
    problems: [
      { pointer: '/tracks', sentence: 'Corrections have no tracks: their tags are in their files.' },
      { pointer: '/genres/0/name' },
    ],
  })
})
