import { expect, test } from 'bun:test'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'

// Tables of people whose music is on a shelf: `import` and `seed` make the paths.

const vinyl = `Artist;Title;Year;Label;Catalogue no.;Condition;Shelf
John Coltrane;Blue Train;1957;Blue Note;BLP 1577;VG+;A3
Miles Davis;Kind of Blue;1959;Columbia;CL 1355;NM;A4
Ana Vell;Long Way;2001;Tin Tree;;NM;A4
`

const tracksOf = async (folder: ReturnType<typeof createCliFolder>, library = 'library.db') => {
  const { out } = await folder.run(`export --database ${library}`)
  return JSON.parse(out).tracks as { title: string; file_path: string }[]
}

test('a table of records is asked once what its rows are, by import and seed alike', async () => {
  using folder = createCliFolder({ 'vinyl.csv': vinyl })
  const question = 'Is a row of vinyl.csv an album or a track? No column says it. Say --rows albums or --rows tracks.'
  for (const command of ['import vinyl.csv', 'seed vinyl.csv --database library.db'])
    expectFailure(await folder.run(command), 1, question)
  expectFailure(await folder.run('import vinyl.csv --rows discs'), 2, 'Allowed choices are albums, tracks.')

  const imported = await folder.run('import vinyl.csv --rows albums')
  const paths = ['shelf/Ana Vell/Long Way', 'shelf/BLP 1577', 'shelf/CL 1355']
  expect(JSON.parse(imported.out).tracks.map(({ file_path }: { file_path: string }) => file_path)).toEqual(paths)
  expect(imported.err).toContain('Each row is read as an album, and one track of its title that has the artists.')
  const seeded = await folder.run('seed vinyl.csv --rows albums --database library.db')
  expect(seeded.out).toMatch(/albums +3 created.*tracks +3 created/s)
  expect((await tracksOf(folder)).map(({ file_path }) => file_path)).toEqual(paths)
  const [header, ...rows] = vinyl.trimEnd().split('\n')
  const sorted = [header, ...rows.toReversed()].join('\n')
  const again = await folder.run('seed - --rows albums --database library.db', { stdin: sorted })
  expect(again.out).toMatch(/albums +0 created, 0 updated, 3 unchanged.*tracks +0 created, 0 updated, 3 unchanged/s)
  expectFailure(
    await folder.run('seed - --rows albums --database library.db', { stdin: imported.out }),
    2,
    '--rows is for tables',
  )
})
