import { expect, test } from 'bun:test'
import { kindOfBlue } from '../support/catalogue.ts'
import { createCliFolder } from '../support/cliFolder.ts'

/** A folder with a library that has the catalogue of the file that `seed` seeds. */
const createFolder = async (catalogue: unknown) => {
  const folder = createCliFolder({ 'catalogue.json': catalogue })
  const seed = (flags: string) => folder.run(`seed catalogue.json ${flags}`)
  await seed('--new --quiet')
  return { ...folder, write: (value: unknown) => folder.write('catalogue.json', value), seed }
}

const tracksOf = (count: number, members: object = {}) =>
  Array.from({ length: count }, (_, number) => ({ title: `Track ${number}`, file_path: `${number}.flac`, ...members }))

test('a dry run shows lost likes, deletions, merges, renames and changes before what it creates', async () => {
  using folder = await createFolder({
    ...kindOfBlue,
    artists: [...kindOfBlue.artists, { name: 'Miles Davies' }],
  })
  const [soWhat, blueInGreen] = kindOfBlue.tracks
  const accounts = [{ email: 'ada@example.com', password: 'a long secret', likes: [blueInGreen?.file_path] }]
  expect((await folder.run('seed -', { stdin: JSON.stringify({ accounts }) })).code).toBe(0)
  folder.write({
    labels: [{ name: 'Columbia Records', formerly: 'Columbia' }],
    genres: kindOfBlue.genres,
    artists: [{ name: 'Miles Davies', merge_into: 'Miles Davis' }, { name: 'Miles Davis' }, { name: 'John Coltrane' }],
    albums: [{ title: 'Kind of Blue', label: 'Columbia Records', type: 'ep' }],
    tracks: [soWhat, { title: 'So What', file_path: 'live.flac' }],
  })
  const { out, code, err } = await folder.seed('--dry-run --prune')
  expect([code, err]).toEqual([0, ''])
  expect(out).toBe(`1 like to delete, with these tracks:
  - kind-of-blue/03.flac: 1 like

1 track to delete:
  - kind-of-blue/03.flac

1 artist to merge:
  - Miles Davies → Miles Davis

1 label to rename:
  ~ Columbia → Columbia Records

1 album to change:
  ~ Kind of Blue (Columbia Records)
      type: "album" → "ep"

1 track to create:
  + live.flac

labels   0 created, 1 updated, 0 unchanged
genres   0 created, 0 updated, 2 unchanged
artists  0 created, 0 updated, 2 unchanged, 1 merged
albums   0 created, 1 updated, 0 unchanged
tracks   1 created, 0 updated, 1 unchanged, 1 deleted
likes    1 deleted
This was a dry run. Nothing was changed.
`)
})

test('changes that records share are one line, and --full lists the records, too', async () => {
  using folder = await createFolder({
    genres: [{ name: 'Jazz' }, { name: 'Modal jazz' }],
    tracks: tracksOf(400, { genres: ['Jazz'] }),
  })
  const [first, ...others] = tracksOf(400, { genres: ['Modal jazz'] })
  folder.write({ tracks: [{ ...first, title: 'Other' }, ...others] })
  const full = (await folder.seed('--dry-run --full')).out
  expect(full.match(/ {2}~ /g)).toHaveLength(400)
  const json = JSON.parse((await folder.seed('--dry-run --json')).out)
  expect(json.changes).toHaveLength(400)
  expect(json.groups).toEqual([
    { section: 'tracks', action: 'update', member: 'genres', from: ['Jazz'], to: ['Modal jazz'], count: 400 },
  ])
})

test('items that are added to lists or removed from them are grouped by the items', async () => {
  const genres = ['Jazz', 'Bop', 'Live', 'Studio'].map((name) => ({ name }))
  using folder = await createFolder({ genres, tracks: tracksOf(6, { genres: ['Jazz', 'Bop'] }) })
  const tracks = tracksOf(6).map((track, number) => ({
    ...track,
    genres: number < 3 ? ['Jazz', 'Bop', 'Live'] : ['Jazz'],
  }))
  folder.write({ tracks })
  expect((await folder.seed('--dry-run')).out).toContain('  genres: 3 × "Live" added\n  genres: 3 × "Bop" removed\n\n')
})

test('long lists end with the number of records that are left out, which --full lists', async () => {
  using folder = await createFolder({ tracks: tracksOf(300) })
  folder.write({
    tracks: [
      ...tracksOf(300).slice(30),
      ...tracksOf(45).map((track) => ({ ...track, file_path: `new/${track.file_path}` })),
    ],
  })
  const { out } = await folder.seed('--dry-run --prune')
  expect(out).toContain('30 tracks to delete:\n  - 0.flac\n')
  expect(out).toContain('  - 19.flac\n  … and 10 more; --full lists all\n')
  expect(out).toContain('  + new/9.flac\n  … and 35 more; --full lists all\n')
  const full = (await folder.seed('--dry-run --prune --full')).out
  expect([full.match(/ {2}- /g), full.match(/ {2}\+ /g)].map((lines) => lines?.length)).toEqual([30, 45])
  expect(full).not.toContain('more')
})

test('a dry run in which nothing would change says so in one line, and --exit-code tells it apart', async () => {
  using folder = await createFolder(kindOfBlue)
  expect(await folder.seed('--dry-run --exit-code')).toEqual({
    code: 0,
    out: 'This was a dry run. Nothing would change: the library already has the 8 records of the file.\n',
    err: '',
  })
  folder.write({ labels: [{ name: 'Verve' }] })
  for (const format of ['', '--json', '--quiet']) {
    expect((await folder.seed(`--dry-run --exit-code ${format}`)).code).toBe(3)
    expect((await folder.seed(`--dry-run ${format}`)).code).toBe(0)
  }
  folder.write({ labels: [{}] })
  expect((await folder.seed('--dry-run --exit-code')).code).toBe(1)
})
