import { expect } from 'bun:test'
import type { Client } from '../../support/client.ts'
import { adminVariables, createCliFolder, logInAsAdmin } from '../../support/cliFolder.ts'
import { executableCommands } from '../../support/commands.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { startTestLibrary } from '../../support/library.ts'
import { amount } from '../../support/longForm.ts'
import { expectInvalid } from './invalid.ts'

const post = (client: Client, path: string, body: string | Uint8Array<ArrayBuffer>) =>
  client.send('POST', `/../console/api/${path}`, { body, headers: { 'content-type': 'text/csv' } })

const table = 'Title,Path,Artist,Album\nSo What,kob/01.flac,Miles Davis,Kind of Blue\nBlue &amp; Green,kob/03.flac,,\n'

test('a table is previewed and seeded with its notes, and columns can be named', async ({ admin }) => {
  const preview = await post(admin, 'seed/preview', table)
  expect([preview.status, preview.body.sections.tracks.created]).toEqual([200, 2])
  expect(preview.body.converted).toEqual({
    table: {
      section: 'tracks',
      is_whole_library: true,
      columns: [
        { name: 'Title', values: ['So What', 'Blue &amp; Green'], fields: ['title'] },
        { name: 'Path', values: ['kob/01.flac', 'kob/03.flac'], fields: ['path'] },
        { name: 'Artist', values: ['Miles Davis'], fields: ['artists'] },
        { name: 'Album', values: ['Kind of Blue'], fields: ['album'] },
      ],
    },
    rows: 2,
    notes: [{ line: 3, sentence: '"Blue &amp; Green" is HTML, and is read as "Blue & Green".' }],
    more_notes: 0,
  })
  const other = await post(admin, `seed?digest=${preview.body.digest}&root=kob`, table)
  expect(other.status).toBe(409)
  const seeded = await post(admin, `seed?digest=${preview.body.digest}`, table)
  expect([seeded.status, seeded.body]).toEqual([200, { ...preview.body, dry_run: false }])

  const unknown = await post(admin, 'seed/preview', 'Song,Where\nT,/m/t.mp3\n')
  expect([unknown.status, unknown.body.table.columns]).toMatchObject([400, [{ fields: ['title'] }, { fields: [] }]])
  // It names no flag of the command line, such as --columns.
  expect(unknown.body.message).toMatch(/^No column is known to be the path, and "Where" has paths\.(?!.*--)/)
  const query = new URLSearchParams({ columns: 'title=Song,path=Where', root: '/m' })
  const named = await post(admin, `seed/preview?${query}`, 'Song,Where\nT,/m/t.mp3\n')
  expect([named.status, named.body.changes]).toEqual([200, [expect.objectContaining({ name: 't.mp3' })]])

  const shelf = 'Artist,Title,Condition\nAna Vell,Long Way,NM\n'
  const question = await post(admin, 'seed/preview', shelf)
  expect([question.status, question.body.table.asks_for_rows]).toEqual([400, true])
  const albums = await post(admin, 'seed/preview?rows=albums', shelf)
  expect([albums.status, albums.body.converted.table.rows]).toEqual([200, 'albums'])
  expectInvalid(await post(admin, 'seed/preview?rows=discs', shelf), { rows: /must be albums or tracks/ })

  const unreadable = 'Title,Path,Length,BPM\nT,unreadable.mp3,soon,120\n'
  expect((await post(admin, 'seed/preview', unreadable)).status).toBe(400)
  const skipped = await post(admin, 'seed/preview?skip_unreadable=true', unreadable)
  expect([skipped.status, skipped.body.converted.notes]).toEqual([
    200,
    [{ line: 2, sentence: '(Length) "soon" is not a duration. Write seconds or m:ss. It is left out.' }],
  ])
  expect((await post(admin, `seed?digest=${skipped.body.digest}&skip_unreadable=true`, unreadable)).status).toBe(200)
})

test('the executable converts a table in a process of its own', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve('', adminVariables)
  const admin = await logInAsAdmin(server)
  const { status, body } = await post(admin, 'seed/preview?encoding=windows-1251', table)
  expect([status, body.sections.tracks.created, body.converted.notes.length]).toEqual([200, 2, 1])
  const { digest } = body
  expect((await post(admin, `seed?encoding=windows-1251&digest=${digest}`, table)).body.digest).toBe(digest)
})

test('the conversion for a preview ends with its client', async () => {
  await using library = await startTestLibrary({ commands: await executableCommands() })
  const { url, admin } = library
  const rows = Array.from(
    { length: amount(200_000, 400_000) },
    (_, n) => `Track ${n},music/${n}.flac,Artist ${n % 1_000},Album ${n % 9_000}`,
  )
  const body = `Title,Path,Artist,Album\n${rows.join('\n')}\n`
  const controller = new AbortController()
  let outcome: string | undefined
  const preview = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const options = { method: 'POST', headers, body, signal: controller.signal }
    const response = await fetch(`${url}/../console/api/seed/preview`, options)
    // On a busy machine, this file may be the one that has waited for a second.
    if (response.status === 503) return preview()
    outcome = await response.text()
  }
  const previewed = preview().catch(() => {
    outcome = 'aborted'
  })
  // Another file waits for a second, and is then rejected.
  for (let status = 200; status !== 503 && outcome === undefined; )
    ({ status } = await post(admin, 'seed/preview', table))
  expect(outcome).toBeUndefined()
  controller.abort()
  await previewed
  expect(outcome).toBe('aborted')
  expect((await post(admin, 'seed/preview', table)).status).toBe(200)
})

test('what cannot be converted is an error, and changes nothing', async ({ admin }) => {
  expect(await post(admin, 'seed/preview', '#EXTM3U\na.mp3\n')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('is a playlist (M3U)') },
  })
  const problems = await post(admin, 'seed/preview', 'Title,Path,Length\nT,a,soon\n,b,7\n')
  expect(problems.status).toBe(400)
  expect(problems.body).toMatchObject({
    message: 'The file has 2 problems. Nothing was changed.',
    problems: [
      { line: 2, column: 3, pointer: '(Length)' },
      { line: 3, column: 1, pointer: '(Title)' },
    ],
    table: { columns: [{}, {}, { name: 'Length', values: ['soon', '7'], fields: ['duration'] }] },
  })
  expectInvalid(await post(admin, 'seed/preview?prune=true', 'Genre\nJazz\n'), { prune: '' })
  expectInvalid(await post(admin, 'seed/preview?columns=x', table), { columns: /FIELD=COLUMN/ })
  expectInvalid(await post(admin, 'seed/preview?encoding=klingon', table), { encoding: /must be one of windows-1250/ })
})

test('an example of a table can be downloaded', async (library) => {
  const { status, text } = await library.admin.get('/../console/api/example-table')
  expect(status).toBe(200)
  expect((await post(library.admin, 'seed/preview', text)).body.converted).toMatchObject({ rows: 2, notes: [] })
})
