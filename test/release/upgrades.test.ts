import { Database as Sqlite } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { migrations } from '../../migrations/index.ts'
import { version as currentVersion } from '../../package.json'
import { parseChangelog } from '../../scripts/release/changelog.ts'
import { configFile } from '../../scripts/release/fixture/manifest.ts'
import { runBinary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { type Command, createCliFolder, wordsOf } from '../support/cliFolder.ts'
import { createOldLibrary, readAllRows } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'
import { readManifest, releaseVersions, unpackFixture } from '../support/releaseFixtures.ts'

/** Members of responses and output that later versions have added. All others must stay as they were. */
const addedMembers: string[] = ['part_of', 'email_set_by']

/** What changes when a token is used. */
const volatileMembers = ['last_used_at', 'address', 'program']

const without = (members: string[], value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry) => without(members, entry))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !members.includes(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, without(members, member)]))
}

/** A folder with the files of a fixture, in which the current executable runs with its configuration file. */
const openFixture = async (version: string) => {
  const folder = createCliFolder()
  const contents = await unpackFixture(version, folder.path)
  return {
    ...folder,
    contents,
    manifest: readManifest(version),
    runWithConfig: (command: Command) => folder.run([...wordsOf(command), '--config', configFile]),
    serve: () => folder.serve(['--config', configFile]),
    listSnapshots: () => folder.list().filter((name) => name.includes('.schema-')),
  }
}

type Fixture = Awaited<ReturnType<typeof openFixture>>

const expectSameResponses = async (url: string, { contents, manifest }: Fixture) => {
  const origin = new URL(url).origin
  for (const { token, path, body } of contents.responses) {
    const response = await client(origin, manifest.tokens[token]).get(path)
    const found = without(addedMembers, response.body)
    // Words find more than they did in 0.1.0, in another order.
    const expected = path.includes('?q=') ? expect.arrayContaining(body as unknown[]) : body
    expect([path, response.status, found]).toEqual([path, 200, expected])
  }
}

const expectSameOutput = async ({ contents, runWithConfig }: Fixture) => {
  const ignored = [...addedMembers, ...volatileMembers]
  for (const { args, output } of contents.commands) {
    const { code, out, err } = await runWithConfig(args)
    expect([args, code, err]).toEqual([args, 0, expect.any(String)])
    const printed = JSON.parse(out)
    // Later entries are of the test itself, and of what was done after the output was recorded.
    const compared = args[0] === 'audit' ? printed.slice(0, (output as unknown[]).length) : printed
    const tokens = args[0] === 'token' ? compared.filter(({ name }: { name: string }) => name !== 'ended') : compared
    expect([args, without(ignored, tokens)]).toEqual([args, without(ignored, output)])
  }
}

const expectAccountsWork = async (url: string, { manifest }: Fixture) => {
  for (const { email, password, role } of manifest.accounts) {
    const { status, body } = await client(url).post('/login', { email, password })
    expect([email, status, body.user?.role.name]).toEqual([email, 200, role])
  }
  expect(
    (await client(url).post('/login', { email: manifest.accounts[0]?.email, password: 'wrong horse' })).status,
  ).toBe(422)
  const { admin, user, readOnly, fixed, invalid } = manifest.tokens
  for (const token of [admin, user, readOnly, fixed]) expect((await client(url, token).get('/me')).status).toBe(200)
  for (const token of invalid) expect((await client(url, token).get('/me')).status).toBe(401)
  expect((await client(url, readOnly).put('/me', { name: 'Ada' })).status).toBe(403)
  // The account of the fixed token is locked.
  expect((await client(url, fixed).put('/me', { name: 'Demo' })).status).toBe(403)
  const [password, invitation] = ['correct horse', manifest.invitation]
  const registration = { name: 'New', email: 'new@example.com', password, password_confirmation: password, invitation }
  expect((await client(url).post('/register', registration)).status).toBe(201)
}

const expectWritesWork = async (url: string, { manifest }: Fixture) => {
  const admin = client(url, manifest.tokens.admin)
  const label = (await admin.post('/labels', { name: 'After the upgrade' })).body
  expect((await admin.get(`/labels/${label.id}`)).body).toMatchObject({ name: 'After the upgrade' })
  const user = client(url, manifest.tokens.user)
  const before = (await user.get('/me/likes')).body
  expect((await user.post('/tracks/7/like')).status).toBe(200)
  expect((await user.get('/me/likes')).body.slice(1)).toEqual(before)
}

describe.each(releaseVersions)('what the executable of %s wrote', (version) => {
  const { schema } = readManifest(version)

  test('is served with all its data, accounts and tokens, has files to seed that change nothing, and can be changed', async () => {
    using fixture = await openFixture(version)
    {
      await using server = await fixture.serve()
      await expectSameResponses(server.url, fixture)
      await expectSameOutput(fixture)
      for (const name of ['catalogue.json', 'accounts.json']) {
        const { code, err } = await fixture.runWithConfig(`seed ${name} --dry-run --exit-code`)
        expect([name, code, err]).toEqual([name, 0, expect.any(String)])
      }
      await expectAccountsWork(server.url, fixture)
      await expectWritesWork(server.url, fixture)
      expect((await server.stop()).code).toBe(0)
    }
    expect(fixture.listSnapshots()).toHaveLength(schema === migrations.length ? 0 : 1)
    const doctor = await fixture.run('doctor --database library.db')
    expect([doctor.code, doctor.out]).toEqual([0, expect.not.stringContaining('WRONG')])
  })

  test('has a configuration file that is still valid, with the same values', async () => {
    using fixture = await openFixture(version)
    const { code, out, err } = await fixture.runWithConfig('config --json')
    expect([code, err]).toEqual([0, ''])
    const settings = JSON.parse(out)
    for (const [name, value] of Object.entries(parse(readFileSync(fixture.pathOf(configFile), 'utf8')))) {
      if (name === 'admin-password-file') continue
      const isPath = name === 'database' || name === 'backup-dir'
      expect([name, settings[name].value]).toEqual([name, isPath ? fixture.pathOf(String(value)) : value])
    }
  })

  test('has a backup that can be restored', async () => {
    using fixture = await openFixture(version)
    const restored = await fixture.runWithConfig('restore backup.db')
    expect([restored.code, restored.out]).toEqual([
      0,
      expect.stringMatching(/^Restored .* from backup\.db: 231 tracks, 5 users/),
    ])
    await using server = await fixture.serve()
    await expectSameResponses(server.url, fixture)
  })

  test('is refused, and not changed, if its schema is newer than that of this program', async () => {
    using fixture = await openFixture(version)
    using library = new Sqlite(fixture.pathOf('library.db'))
    library.run(`PRAGMA user_version = ${migrations.length + 1}`)
    library.close(true)
    const before = await Bun.file(fixture.pathOf('library.db')).bytes()
    for (const command of [
      `serve --port 0 --config ${configFile}`,
      `user list --config ${configFile}`,
      'restore library.db --database other.db',
    ]) {
      const { code, out, err } = await fixture.run(command)
      expect([code, out, err]).toEqual([1, expect.any(String), expect.stringMatching(/^music-library: .*newer.*\n$/)])
    }
    expect(await Bun.file(fixture.pathOf('library.db')).bytes()).toEqual(before)
    expect(existsSync(fixture.pathOf('other.db'))).toBe(false)
  })
})

test('the snapshot from before an upgrade has the library as it was, and can be restored', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const schema = migrations.length - 1
  createOldLibrary(schema, path)
  const before = readAllRows(path)
  {
    await using server = await serveBinary(['--database', path], { cwd: folder.path })
    const { code, out } = await server.stop()
    expect([code, out]).toEqual([0, expect.stringMatching(/A snapshot from before the upgrade is at .+\.schema-/)])
    expect(out).toContain(`library.db (upgraded from schema ${schema} to ${migrations.length}): `)
  }
  const [snapshot = ''] = readdirSync(folder.path).filter((name) => name.includes(`.schema-${schema}.`))
  expect(readAllRows(join(folder.path, snapshot))).toEqual(before)
  // An older program restores this file in the same way.
  copyFileSync(join(folder.path, snapshot), join(folder.path, 'snapshot.db'))
  const { code, err } = await runBinary(['restore', 'snapshot.db', '--database', path], { cwd: folder.path })
  expect([code, err]).toEqual([0, expect.any(String)])
  expect(readAllRows(path)).toEqual(before)
})

test('each version in the changelog but the newest one has a fixture', () => {
  const versions = parseChangelog(readFileSync(join(import.meta.dir, '../../CHANGELOG.md'), 'utf8'))
  const released = versions.map(({ name }) => name).filter((name) => !['Unreleased', currentVersion].includes(name))
  expect(releaseVersions.toSorted()).toEqual(expect.arrayContaining(released.toSorted()))
  for (const version of releaseVersions)
    expect(readManifest(version)).toMatchObject({ version, schema: expect.any(Number) })
})
