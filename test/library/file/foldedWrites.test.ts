import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { resourceNames, resources } from '../../../src/catalogue/resources.ts'
import { seedAccounts } from '../../../src/seeding/accounts/seedAccounts.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { fold } from '../../support/fold.ts'
import { startTestLibrary, type TestLibrary } from '../../support/library.ts'
import { seedText } from '../../support/seedText.ts'
import { newestEntry, undoAsShown } from '../../support/undo.ts'

const password = 'a long secret'

/** Every way in which this program writes a name, with names that SQL would fold letter by letter. */
const writes: Record<string, (library: TestLibrary) => Promise<unknown>> = {
  'a record is created': async ({ admin }) => {
    const { body: album } = await admin.post('/albums', { title: 'Álbum', type: 'album' })
    await admin.post('/tracks', { title: 'Tráck', file_path: 'a', album_id: album.id, artist_ids: [], genre_ids: [] })
    for (const path of ['/labels', '/genres', '/artists']) await admin.post(path, { name: 'Náme' })
  },
  'a record is changed': async ({ admin }) => {
    for (const path of ['/labels', '/genres', '/artists']) await admin.put(`${path}/1`, { name: 'Öther' })
    await admin.put('/albums/1', { title: 'Öther' })
    await admin.put('/tracks/1', { title: 'Öther' })
  },
  'an account is created by an admin': ({ admin }) =>
    admin.post('/users', { name: 'Bénédicte', email: 'b@example.com', password, role_id: 2 }),
  'an account is registered': ({ anonymous }) =>
    anonymous.post('/register', { name: 'Zoë', email: 'z@example.com', password, password_confirmation: password }),
  'an account is changed': ({ user }) => user.put('/me', { name: 'Ödön' }),
  'accounts are seeded': ({ library }) => seedAccounts(library, [{ name: 'Çelik', email: 'c@example.com', password }]),
  'titles are changed at once': async ({ admin }) => {
    const request = { ids: [1], changes: { title: { replace: 'Öther', with: 'Ñew' } } }
    const { digest } = (await sendToConsole(admin, 'POST', '/bulk/tracks', { ...request, dry_run: true })).body
    return sendToConsole(admin, 'POST', '/bulk/tracks', { ...request, digest })
  },
  'a change is undone': async (library) => undoAsShown(library.admin, await newestEntry(library)),
  'a table of tracks is pasted': async ({ admin }) => {
    const text = 'Title\tArtist\nDéjà vu\tÉlan'
    const { digest } = (await sendToConsole(admin, 'POST', '/albums/1/tracks', { text, dry_run: true })).body
    return sendToConsole(admin, 'POST', '/albums/1/tracks', { text, digest })
  },
  'a catalogue is seeded': ({ library }) =>
    seedText(library, JSON.stringify({ labels: [{ name: 'Añejo' }], tracks: [{ title: 'Ünder', file_path: 'u' }] })),
}

/** What is searched for, and what it was folded to. */
const readNames = (file: string) => {
  using db = new Sqlite(file)
  const of = (resource: string, table: string, column: string) =>
    db
      .query<{ name: string; folded: string | null }, [string]>(
        `SELECT ${column} AS name, folded FROM ${table} LEFT JOIN folded_names ON resource = ? AND folded_names.id = ${table}.id`,
      )
      .all(resource)
  return [
    ...resourceNames.flatMap((name) => of(name, name, resources[name].nameMember)),
    ...of('users', 'users', 'name'),
    ...of('users.name_and_email', 'users', "name || ' ' || email"),
  ]
}

test('each write of a name folds it before: none leaves that to the trigger of the library', async () => {
  await using library = await startTestLibrary()
  {
    using db = new Sqlite(library.file)
    // Without it, a name that was not folded before has no folded form.
    db.run('DROP TRIGGER names_to_fold_insert')
  }
  for (const [name, write] of Object.entries(writes)) {
    const before = JSON.stringify(readNames(library.file))
    await write(library)
    const names = readNames(library.file)
    // It has written a name.
    expect([name, JSON.stringify(names) === before]).toEqual([name, false])
    expect([name, names]).toEqual([name, names.map((row) => ({ ...row, folded: fold(row.name) }))])
  }
})
