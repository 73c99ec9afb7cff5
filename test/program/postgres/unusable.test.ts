// What commands say about a database that they can't use.
import { expect } from 'bun:test'
import { createCliFolder, failure } from '../../support/cliFolder.ts'
import { findFreePort } from '../../support/freePort.ts'
import { startPostgres } from '../../support/postgres.ts'
import { postgresTest } from '../../support/programs.ts'

postgresTest('a database that cannot be used is one line with advice, without user and password', async () => {
  using folder = createCliFolder()
  await using postgres = await startPostgres({ settings: { max_connections: 12 } })
  const { port } = postgres
  const database = await postgres.createDatabase()
  const readOnly = await postgres.createDatabase()
  await postgres.query(`ALTER DATABASE ${readOnly} SET default_transaction_read_only = on`)
  await postgres.query("CREATE ROLE ada LOGIN PASSWORD 'sesame'")
  // The first line that fits decides.
  await postgres.query(
    `COPY (SELECT 'host all ada all scram-sha-256' UNION ALL SELECT 'host all eve all reject' UNION ALL SELECT 'host all all all trust')
    TO '${postgres.folder}/data/pg_hba.conf'`,
  )
  await postgres.query('SELECT pg_reload_conf()')
  const closed = findFreePort()
  using silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  using web = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.end('HTTP/1.1 400') },
  })

  const run = (DATABASE_URL: string, command: string, env: Record<string, string> = {}) =>
    folder.run(command, { env: { DATABASE_URL, ...env } })
  const unusable = (place: string, sentence: string) => ({
    code: 1,
    out: '',
    err: expect.stringMatching(
      new RegExp(`^music-library: The library at postgres://${place} can't be used\\. ${sentence}[^\\n]*\\n$`),
    ),
  })
  const at = (user: string, name = database) => `postgres://${user}@127.0.0.1:${port}/${name}`
  const here = `127.0.0.1:${port}/${database}`

  const wrongPassword = unusable(here, 'The password is missing or wrong. Set PGPASSWORD_FILE to a file that holds it')
  const cases = [
    { url: at('ada'), expected: wrongPassword },
    { url: at('ada'), env: { PGPASSWORD: 'open' }, expected: wrongPassword },
    { url: at('ada:sesame'), expected: unusable(here, 'The user lacks a right. Make it the owner of the database') },
    { url: at('nobody'), expected: unusable(here, 'The user has no role there that may log in') },
    { url: at('eve'), expected: unusable(here, 'No line of its pg_hba.conf fits this user') },
    { url: at('music', 'other'), expected: unusable(`127.0.0.1:${port}/other`, 'There is no such database') },
    {
      url: `postgres://music@127.0.0.1:${closed}/x`,
      expected: unusable(`127.0.0.1:${closed}/x`, 'Nothing answers there. Check the host and the port'),
    },
    { url: at('music', readOnly), expected: unusable(`127.0.0.1:${port}/${readOnly}`, 'It is read-only') },
    {
      url: 'postgres://music@no-such-host.invalid/x?sslmode=disable',
      expected: unusable('no-such-host.invalid:5432/x', 'There is no host of this name'),
    },
    {
      url: `postgres://music@127.0.0.1:${silent.port}/x`,
      expected: unusable(`127.0.0.1:${silent.port}/x`, 'Nothing answers in time'),
    },
    {
      url: `postgres://music@127.0.0.1:${web.port}/x`,
      expected: unusable(
        `127.0.0.1:${web.port}/x`,
        '(The connection was closed at once|A program other than PostgreSQL answers there)',
      ),
    },
  ]
  const results = await Promise.all(cases.map(({ url, env }) => run(url, 'seed --sample --quiet', env)))
  expect(results).toEqual(cases.map(({ expected }) => expected))

  // A database without a library, for commands that do not create one.
  expect(await run(at('music'), 'user list')).toEqual(failure(`There is no library at postgres://${here}.`))
  expect(await run(at('music'), 'seed --sample')).toMatchObject({
    code: 0,
    err: expect.stringContaining(`Making a new library at postgres://${here}\n`),
  })
  expect(await run(at('music'), 'user list')).toMatchObject({ code: 0 })
  await postgres.query('ALTER ROLE ada CONNECTION LIMIT 0')
  expect(await run(at('ada:sesame'), 'user list')).toEqual(unusable(here, 'All connections'))
  await postgres.stop('fast')
  expect(await run(at('music'), 'user list')).toEqual(unusable(here, 'Nothing answers there'))
})

postgresTest('a password reaches no output of a command', async () => {
  using folder = createCliFolder()
  const closed = findFreePort()
  const password = 'open sesame'
  const withPassword = `postgres://ada:${encodeURIComponent(password)}@127.0.0.1:${closed}/x`
  const { out, code } = await folder.run('config --json', { env: { DATABASE_URL: withPassword } })
  expect(code).toBe(0)
  expect(JSON.parse(out).database.value).toBe(`postgres://ada:********@127.0.0.1:${closed}/x`)
  for (const command of ['serve', 'seed --sample', 'doctor', 'backup x.db']) {
    const environments: Record<string, string>[] = [
      { DATABASE_URL: withPassword },
      { DATABASE_URL: `postgres://ada@127.0.0.1:${closed}/x`, PGPASSWORD: password },
      { DATABASE_URL: `${withPassword}?wrong=1` },
    ]
    for (const env of environments) {
      const { out, err } = await folder.run(command, { env })
      expect(out + err).not.toContain('sesame')
    }
  }
})
