import { expect, test } from 'bun:test'
import { kindOfBlue } from '../support/catalogue.ts'
import { createCliFolder } from '../support/cliFolder.ts'

const { artists, tracks } = kindOfBlue

/** A folder with a library that has the catalogue, and a function that seeds another file into it. */
const seededFolder = async () => {
  const folder = createCliFolder({ 'catalogue.json': kindOfBlue })
  const seed = (flags = '') => folder.run(`seed catalogue.json ${flags}`)
  await seed('--new')
  return { ...folder, write: (content: unknown) => folder.write('catalogue.json', content), seed }
}

const removals = {
  genres: [{ name: 'Jazz', delete: true }],
  artists: [{ name: 'John Coltrane', merge_into: 'Miles Davis' }],
}

test('deletions and merges of entries are shown by a dry run, and need --yes without a terminal', async () => {
  using folder = await seededFolder()
  folder.write(removals)
  const { out } = await folder.seed('--dry-run')
  expect(out).toContain('1 genre to delete:\n  - Jazz\n\n1 artist to merge:\n  - John Coltrane → Miles Davis\n')
  expect(out).toContain('1 reference to deleted records cleared\n1 reference to merged records moved\n')
  const asked = await folder.seed()
  expect(asked.code).toBe(1)
  expect(asked.err).toBe(
    'music-library: Delete 1 record that the file deletes, and with them 0 likes and 1 reference from records that stay, and merge 1 record into others? Nothing was changed; --yes agrees to it, --dry-run lists them.\n',
  )
  const agreed = await folder.seed('--yes')
  expect([agreed.code, agreed.out]).toEqual([
    0,
    expect.stringMatching(/artists +0 created, 0 updated, 0 unchanged, 1 merged/),
  ])
  expect((await folder.seed()).code).toBe(0)
  expect((await folder.seed('--dry-run')).out).toContain('Nothing would change')
})

test('an escaped directive deletes nothing without being asked for', async () => {
  using folder = await seededFolder()
  folder.write(String.raw`{ "genres": [{ "name": "Jazz", "d\u0065lete": true }] }`)
  expect(await folder.seed()).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was changed') })
  expect(await folder.seed('--yes')).toMatchObject({ code: 0 })
})

test('a prune that asks names likely renames, and --accept-renames carries them out', async () => {
  using folder = await seededFolder()
  folder.write({
    ...kindOfBlue,
    artists: [{ name: 'Miles D. Davis', label: 'Columbia' }, artists[1]],
    tracks: tracks.map((track) => ({
      ...track,
      artists: track.artists.map((name) => name.replace('Miles', 'Miles D.')),
    })),
  })
  const asked = await folder.seed('--prune --prune-at-most 1000')
  expect(asked.err).toContain('1 record of the file may be old ones with a new name: --accept-renames keeps them.')
  const accepted = await folder.seed('--prune --accept-renames')
  expect(accepted.out).toMatch(/artists +0 created, 1 updated, 1 unchanged\n/)
  expect((await folder.seed('--prune --dry-run')).out).toContain('Nothing would change')
})

test('the files of a moved folder are one line of a dry run, for likely renames and for renames', async () => {
  using folder = await seededFolder()
  const names = ['a', 'b', 'c', 'd']
  const tracksIn = (path: string, keys: boolean) => ({
    tracks: names.map((title) => ({
      title,
      file_path: `${path}/${title}.flac`,
      artists: ['Miles Davis'],
      ...(keys && { key: title }),
    })),
  })
  folder.write(tracksIn('old/Miles', false))
  await folder.seed()
  folder.write({ artists, labels: kindOfBlue.labels, ...tracksIn('jazz/Miles', false) })
  const { out } = await folder.seed('--prune --dry-run')
  expect(out).toStartWith('4 records that may have a new name:\n  ? tracks: "old/…" → "jazz/…": 4 files\nIf so')
  expect(out).toContain(
    '6 tracks to delete:\n  - 4 that may have a new name, as listed above\n  - kind-of-blue/01.flac\n',
  )
  expect(out).toContain('4 tracks to create:\n  + 4 that may have a new name, as listed above\n\n')
  folder.write(tracksIn('old/Miles', true))
  await folder.seed()
  folder.write(tracksIn('new/Miles', true))
  expect((await folder.seed('--dry-run')).out).toContain('4 tracks to rename:\n  file_path: 4 × "old/…" → "new/…"\n\n')
})

test('a dry run lists the corrections for which the library has no record', async () => {
  using folder = await seededFolder()
  folder.write({
    genres: [
      { name: 'Jaz', delete: true },
      { name: 'Bop', formerly: 'Bopp' },
    ],
    artists: [{ name: 'Miles Davys', merge_into: 'Miles Davis' }],
  })
  const lines = `3 corrections of records that the library does not have, or not any more:
  genres: Bop (formerly)
  genres: Jaz (delete)
  artists: Miles Davys (merge_into)
`
  expect((await folder.seed('--dry-run')).out).toContain(lines)
  await folder.seed('--yes')
  const { out } = await folder.seed('--dry-run')
  expect(out).toContain('2 corrections of records')
  expect(out).toEndWith('Nothing would change: the library already has the 1 record of the file.\n')
})
