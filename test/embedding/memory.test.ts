import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMusicLibrary, type MusicLibrary, type MusicLibraryOptions } from '../../src/index.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'
import { amount } from '../support/longForm.ts'
import { eve } from '../support/testLibraries.ts'

const options = {
  catalogue: { tracks: [{ title: 'So What', file_path: 'so-what.flac' }] },
  users: [
    { email: 'ada@example.com', password: 'a long secret', role: 'admin' },
    { email: 'bob@example.com', token: `mlib_${'b'.repeat(43)}`, likes: ['so-what.flac'] },
  ],
} satisfies MusicLibraryOptions

/** The open descriptors, each with what it is. */
const readDescriptors = () =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [`${descriptor} ${readlinkSync(`/proc/self/fd/${descriptor}`)}`]
    } catch {
      // That of the folder itself is closed already.
      return []
    }
  })

test('libraries with the same options are copies that share nothing, and have no descriptors', async () => {
  // Those of the tests before may be closed meanwhile.
  const before = new Set(readDescriptors())
  const libraries = await Promise.all(Array.from({ length: amount(5, 20) }, () => createMusicLibrary(options)))
  expect(readDescriptors().filter((descriptor) => !before.has(descriptor))).toEqual([])
  const [first, second, third] = libraries
  const ada = first?.as('ada@example.com')
  await ada?.tracks.update(1, { title: 'Blue in Green' })
  await first?.as('bob@example.com').tracks.unlike(1)
  const titles = [first, second, third].map(
    async (library) => (await library?.as('bob@example.com').tracks.get(1))?.title,
  )
  expect(await Promise.all(titles)).toEqual(['Blue in Green', 'So What', 'So What'])
  expect(await second?.as('bob@example.com').me.likes()).toHaveLength(1)
  expect((await third?.anonymous.login({ email: 'ada@example.com', password: 'a long secret' }))?.user.id).toBe(1)
  const wrong = third?.anonymous.login({ email: 'ada@example.com', password: 'a wrong secret' }) ?? Promise.resolve()
  expect(await rejection(wrong)).toMatchObject({ status: 422 })
  for (const library of libraries) await library.close()
})

test('other options make another library', async () => {
  const kinds: MusicLibraryOptions[] = [
    { ...options, users: [...options.users, eve] },
    { ...options, catalogue: 'sample', users: [eve] },
    { users: [eve, ...options.users.slice(0, 1)] },
  ]
  const counts: number[] = []
  for (const kind of [...kinds, ...kinds]) {
    await using library = await createMusicLibrary(kind)
    const client = library.as(eve.email)
    counts.push((await client.users.list()).length, (await client.tracks.list()).length)
  }
  expect(counts).toEqual([3, 1, 1, 229, 2, 0, 3, 1, 1, 229, 2, 0])
})

/** What a test reads and writes, as text. */
const runTest = async (library: MusicLibrary) => {
  const ada = library.as('ada@example.com')
  const label = await ada.labels.create({ name: 'ECM' })
  await ada.albums.create({ title: 'Köln', label_id: label.id })
  await ada.users.create({ name: 'Eve', email: 'eve@example.com', password: 'a long secret' })
  await library.as('bob@example.com').tracks.unlike(1)
  await library.as('bob@example.com').tracks.like(1)
  await library.seed({ labels: [{ name: 'Verve' }] })
  const audit = await ada.request('GET', '/console/api/audit')
  return JSON.stringify([label, await ada.albums.list(), await ada.users.list(), await ada.tracks.get(1), audit])
}

test('with a pinned clock, two runs have the same bytes, after a reset and in another library', async () => {
  const now = '2001-02-03T04:05:06.5Z'
  await using first = await createMusicLibrary({ ...options, now })
  const run = await runTest(first)
  expect(new Set(run.match(/"20\d\d-[^"]*Z"/g)?.map((text) => text.slice(1, 21)))).toEqual(
    new Set(['2001-02-03T04:05:06.']),
  )
  expect(JSON.parse(run)[0].created_at).toBe('2001-02-03T04:05:06.500002Z')
  await first.reset()
  expect(await runTest(first)).toBe(run)
  await using second = await createMusicLibrary({ ...options, now })
  expect(await runTest(second)).toBe(run)
})

test('what ends by time has the clock of the machine: invitations are valid, and changes can be undone', async () => {
  await using library = await createMusicLibrary({ ...options, now: '2001-01-01T00:00:00Z', registration: 'invite' })
  const ada = library.as('ada@example.com')
  const post = async (path: string, body: object) => ada.request('POST', path, { body })
  const { code } = (await post('/console/api/invitations', { uses: 1 })) as { code: string }
  const account = { name: 'Eve', email: 'eve@example.com', password: 'a long secret' }
  await library.anonymous.register({ ...account, password_confirmation: account.password, invitation: code })
  await ada.tracks.update(1, { title: 'Blue in Green' })
  const [entry] = (await ada.request('GET', '/console/api/audit')) as { id: number }[]
  await post(`/console/api/audit/${entry?.id}/revert`, {})
  expect((await ada.tracks.get(1)).title).toBe('So What')
})

test('a library in a file has no pinned clock', async () => {
  using folder = emptyFolder()
  const database = join(folder.path, 'library.db')
  expect(await rejection(createMusicLibrary({ database, now: '2001-01-01T00:00:00Z' }))).toMatchObject({
    name: 'UsageError',
    message: '"now" is only for a library in memory. Leave it out, or use :memory:.',
  })
  expect(readdirSync(folder.path)).toEqual([])
})

test('without a free descriptor a library in memory is created, and what needs one names the cause', async () => {
  using folder = emptyFolder()
  mkdirSync(join(folder.path, 'libraries'))
  const index = new URL('../../src/index.ts', import.meta.url).pathname
  const program = `import { createMusicLibrary } from ${JSON.stringify(index)}
    import { openSync } from 'node:fs'
    const first = await createMusicLibrary({ catalogue: 'sample' })
    await createMusicLibrary({ database: 'warm.db' }).then((library) => library.close())
    try { for (;;) openSync('/dev/null', 'r') } catch {}
    const second = await createMusicLibrary({ catalogue: 'sample' })
    console.log((await second.fetch(new Request('http://localhost/api/labels'))).status)
    for (const options of [{ listen: true }, { database: 'library.db' }])
      await createMusicLibrary(options).catch((error) => console.log(error.name, error.message))
    process.exit()`
  writeFileSync(join(folder.path, 'program.ts'), program)
  const command = ['sh', '-c', 'ulimit -n 200 && exec "$0" program.ts', process.execPath]
  const { stdout } = Bun.spawnSync(command, { cwd: folder.path, env: { ...process.env, TMPDIR: '/nowhere' } })
  const cause = 'This process has reached its limit of open files and connections (EMFILE).'
  const [status, listen = '', file = ''] = stdout.toString().split('\n')
  expect(status).toBe('401')
  expect(listen).toContain(`OperationalError Can't listen on 127.0.0.1 port 0. ${cause}`)
  expect(file).toContain(`library.db can't be used. ${cause}`)
})
