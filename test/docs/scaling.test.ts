import { expect } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { binary, serveBinary } from '../support/binary.ts'
import { blocksUnder } from '../support/codeBlocks.ts'
import { emptyFolder } from '../support/folder.ts'
import { postgresPrograms } from '../support/packages.ts'
import { superuserEnv } from '../support/postgres/psql.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { programTest } from '../support/programs.ts'

const page = 'docs/scaling.md'

/** Runs a command as the user that it names, with what this user has: here, the address of the database. */
const sudo = (env: Record<string, string>) => `#!/bin/sh
user=root
if [ "$1" = -u ]; then user=$2; shift 2; fi
if [ "$user" = postgres ]; then export ${Object.entries(env)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ')}; fi
exec "$@"
`

/** One folder that stands for all machines of the page. */
const openMachine = async (postgres: Postgres) => {
  const folder = emptyFolder()
  const programs = join(folder.path, 'programs')
  for (const path of ['programs', 'root', 'etc', 'var/lib/music-library/backups'])
    mkdirSync(join(folder.path, path), { recursive: true })
  symlinkSync(await binary(), join(programs, 'music-library'))
  writeFileSync(join(programs, 'sudo'), sudo(superuserEnv(postgres)), { mode: 0o755 })
  // The test itself starts and stops the service.
  writeFileSync(join(programs, 'systemctl'), '#!/bin/sh\n', { mode: 0o755 })
  const toReal = (text: string) =>
    text
      .replaceAll(/(?<![\w./-])(\/(?:root|etc|var\/lib)\/)/g, `${folder.path}$1`)
      .replaceAll('db.internal', 'localhost')
      .replaceAll('install -o music-library', 'install')
  return {
    path: folder.path,
    toReal,
    /** Runs a block of the page. @returns what it prints */
    run: (code: string, stdin = '') => {
      // The installed program reads it by itself.
      const config = join(folder.path, 'etc/music-library.toml')
      const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-ec', toReal(code)], {
        cwd: folder.path,
        env: {
          PATH: `${programs}:${process.env.PATH}`,
          ...(existsSync(config) && { MUSIC_LIBRARY_CONFIG: config }),
        },
        stdin: new Blob([stdin]),
      })
      if (exitCode !== 0) throw new Error(`${code}\nfailed with ${exitCode}: ${stdout}${stderr}`)
      return `${stdout}`
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** Lets the server take connections of the role only as the page says. */
const configure = async (postgres: Postgres, folder: string) => {
  const data = join(postgres.folder, 'data')
  for (const name of ['db.key', 'db.pem']) {
    copyFileSync(join(folder, name), join(data, name))
    chmodSync(join(data, name), 0o600)
  }
  if (process.getuid?.() === 0) {
    const { uid, gid } = lstatSync(join(data, 'PG_VERSION'))
    Bun.spawnSync(['chown', `${uid}:${gid}`, join(data, 'db.key'), join(data, 'db.pem')])
  }
  const [rule = ''] = await blocksUnder(page, '1. The database', 'text')
  const file = join(data, 'pg_hba.conf')
  const rules = `${rule.replace('10.0.0.0/24', '127.0.0.1/32')}host all music_library all reject\n`
  writeFileSync(file, rules + readFileSync(file, 'utf8'))
  await postgres.query("ALTER SYSTEM SET ssl_cert_file = 'db.pem'")
  await postgres.query("ALTER SYSTEM SET ssl_key_file = 'db.key'")
  await postgres.query('ALTER SYSTEM SET ssl = on')
  await postgres.query('SELECT pg_reload_conf()')
}

const secret = 'correct horse battery'

programTest(
  ...postgresPrograms,
  'psql',
  'openssl',
  'curl',
)(
  `the commands of ${page} move a library to PostgreSQL, serve it there over TLS, back it up, and move it back`,
  async () => {
    await using postgres = await startPostgres()
    using machine = await openMachine(postgres)
    const [createDatabase = ''] = (await blocksUnder(page, '1. The database')).filter((code) => code.includes('CREATE'))
    machine.run(createDatabase)
    machine.run((await blocksUnder(page, '2. TLS'))[0] ?? '')
    await configure(postgres, machine.path)
    copyFileSync(join(machine.path, 'db.pem'), join(machine.path, 'etc/music-library-db.pem'))

    const password = readFileSync(join(machine.path, 'root/music-library.pgpassword'), 'utf8')
    expect(password).toMatch(/^[0-9a-f]{48}\n$/)
    machine.run((await blocksUnder(page, '3. The nodes'))[0] ?? '', password)
    const [toml = ''] = await blocksUnder(page, '3. The nodes', 'toml')
    writeFileSync(
      join(machine.path, 'etc/music-library.toml'),
      machine
        .toReal(toml)
        .replaceAll('10.0.0.21', '127.0.0.1')
        .replace('@localhost/', `@localhost:${postgres.port}/`)
        .replace('9464', '0'),
    )
    const printed = machine.run('sudo music-library config')
    expect(printed).toContain('postgres://music_library@localhost')
    expect(printed).not.toContain(password.trim())

    machine.run('music-library seed --sample --new --database /var/lib/music-library/library.db')
    const addUser = 'music-library user add ada@example.com --admin'
    machine.run(`${addUser} --database /var/lib/music-library/library.db`, `${secret}\n`)
    machine.run((await blocksUnder(page, '4. Move the library'))[0] ?? '')

    const config = join(machine.path, 'etc/music-library.toml')
    const logIn = async (args: string[]) => {
      await using server = await serveBinary(args, { cwd: machine.path })
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ email: 'ada@example.com', password: secret })
      expect((await fetch(`${server.url}/login`, { method: 'POST', headers, body })).status).toBe(200)
      return server.output
    }
    expect(await logIn(['--config', config])).toContain(
      `postgres://localhost:${postgres.port}/music_library: 19 labels`,
    )
    expect(await postgres.query("SELECT name FROM nodes WHERE name = 'node-1'", 'music_library')).toHaveLength(1)

    expect(machine.run((await blocksUnder(page, 'Monitoring'))[0] ?? '')).toContain('(0 rows)')
    const [unit = ''] = await blocksUnder(page, 'Backups', 'ini')
    machine.run(/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '')
    expect(readdirSync(join(machine.path, 'var/lib/music-library/backups'))).toHaveLength(1)

    const [backUp = ''] = (await blocksUnder(page, 'Back to a file'))[0]?.split('\n') ?? []
    machine.run(backUp)
    expect(await logIn(['--database', join(machine.path, 'var/lib/music-library/back.db')])).toContain('19 labels')
  },
)
