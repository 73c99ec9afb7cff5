import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { migrations } from '../../../migrations/index.ts'
import { diagnose } from '../../../src/library/file/diagnose.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { createCliLibrary } from '../../support/cliLibrary.ts'
import { runCommand } from '../../support/commandRun.ts'
import { createOldLibrary } from '../../support/fixtures.ts'
import { sampleTrackCount, sampleTest as test } from '../sampleLibrary.ts'

/** Deletes records as the shell `sqlite3` does, in which foreign keys are off. */
const deleteRecords = (path: string) => {
  using client = new Sqlite(path)
  client.run('PRAGMA foreign_keys = OFF')
  client.run('DELETE FROM artists WHERE id = 1')
  client.run('DELETE FROM labels WHERE id = 1')
}

test('rows that refer to records that are not there are backed up with a warning, whose command removes them', async ({
  folder,
  file,
  path,
}) => {
  deleteRecords(path)
  const backUp = () => runCommand(['backup', file('new.db'), '--yes', '--database', path], { cwd: folder })
  const { code, err } = await backUp()
  expect([code, err]).toEqual([0, expect.stringMatching(/^Warning: .+ refer to records that are not there: .+\n$/)])
  expect(err).toContain(`${path} has `)
  expect(err).toMatch(/\d+ in artist_track/)
  expect(err).toMatch(/\d+ in albums/)
  const health = () => diagnose(path, { folder, intervalMs: undefined }).find(({ what }) => what === 'health')
  expect(health()).toEqual({ what: 'health', state: 'wrong', says: err.slice('Warning: '.length, -1) })

  const [, repair = ''] = /sqlite3 \S+ '(.+)'\n$/.exec(err) ?? []
  {
    using client = new Sqlite(path)
    client.run(repair)
  }
  expect(await backUp()).toMatchObject({ code: 0, err: '' })
  expect(health()?.state).toBe('good')
  using client = new Sqlite(path)
  expect(client.query('SELECT count(*) AS n FROM tracks').get()).toEqual({ n: sampleTrackCount })
})

test('scheduled backups log the warning', async () => {
  using library = await createCliLibrary()
  library.file.close()
  {
    using client = new Sqlite(library.path)
    client.run('PRAGMA foreign_keys = OFF')
    client.run("DELETE FROM users WHERE email = 'ada@example.com'")
    client.run('INSERT INTO likes SELECT 1, 99, created_at, updated_at FROM roles LIMIT 1')
  }
  await using server = await library.serve('--backup-every', '1s', '--log-format', 'text')
  await server.waitForOutput('WARNING Warning: ')
})

test('a library with such rows is upgraded', async ({ folder, file }) => {
  const path = file('old.db')
  createOldLibrary(migrations.length - 1, path)
  {
    using client = new Sqlite(path)
    client.run('PRAGMA foreign_keys = OFF')
    client.run('UPDATE tracks SET album_id = 99')
  }
  const library = await openLibrary(path)
  expect(library.snapshotBefore).toStartWith(folder)
  await library.close()
})
