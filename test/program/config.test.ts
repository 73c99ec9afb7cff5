import { expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '../../src/config/setting.ts'
import { nameInFile, settingNames, settings } from '../../src/config/settings.ts'
import { client } from '../support/client.ts'
import { createCliFolder, expectFailure, failure } from '../support/cliFolder.ts'

type Folder = ReturnType<typeof createCliFolder>

/** The parsed output of `config --json`. */
const readConfig = async (folder: Folder, flags = '', env: Record<string, string> = {}) => {
  const { code, out, err } = await folder.run(`config --json ${flags}`, { env })
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

test('a flag takes precedence over the variable, the variable over the file, and the file over the default', async () => {
  using folder = createCliFolder({ 'all.toml': 'port = 4001', 'none.toml': '' })
  const file = folder.pathOf('all.toml')
  const PORT = '4002'
  const port = async (flags = '', env = {}) => (await readConfig(folder, flags, env)).port
  expect(await port()).toEqual({ value: 3000, source: 'default', where: null })
  expect(await port('--config none.toml')).toEqual({ value: 3000, source: 'default', where: null })
  expect(await port('--config all.toml')).toEqual({ value: 4001, source: 'file', where: file })
  expect(await port('--config all.toml', { PORT })).toEqual({ value: 4002, source: 'environment', where: 'PORT' })
  const flags = '--config all.toml --port 4003'
  expect(await port(flags, { PORT })).toEqual({ value: 4003, source: 'flag', where: null })
})

test('MUSIC_LIBRARY_CONFIG names the file, and --config takes precedence over it', async () => {
  using folder = createCliFolder({ 'one.toml': 'port = 1', 'two.toml': 'port = 2' })
  const env = { MUSIC_LIBRARY_CONFIG: 'one.toml' }
  const config = { value: folder.pathOf('one.toml'), source: 'environment', where: 'MUSIC_LIBRARY_CONFIG' }
  expect(await readConfig(folder, '', env)).toMatchObject({ config, port: { value: 1 } })
  expect((await readConfig(folder, '--config two.toml', env)).port.value).toBe(2)
})

test('config prints each setting and its source on a line, hides secrets, and opens no library', async () => {
  using folder = createCliFolder({ 'all.toml': 'port = 4001\n', secret: 'correct horse\n' })
  const env = { HOST: '::1', ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD_FILE: 'secret' }
  const { code, out, err } = await folder.run('config --config all.toml --sample', { env })
  expect([code, err]).toEqual([0, ''])
  const file = folder.pathOf('all.toml')
  const rows = out.split('\n').map((line) => line.split(/ {2,}/))
  expect(rows[0]).toEqual(['setting', 'value', 'from'])
  for (const row of [
    ['config', file, 'flag'],
    ['host', '::1', 'environment variable HOST'],
    ['port', '4001', `file ${file}`],
    ['database', './data/music-library.db', 'default'],
    ['backup-dir', 'backups, beside the library', 'default'],
    ['admin-password', '********', 'environment variable ADMIN_PASSWORD_FILE'],
  ])
    expect(rows).toContainEqual(row)
  expect(JSON.stringify(await readConfig(folder, '', env))).not.toContain('horse')
  expect(folder.list()).toEqual(['all.toml', 'secret'])
})

test('a setting that was removed is a warning, in a flag, a variable and a file', async () => {
  using folder = createCliFolder({ 'old.toml': 'like-log-rows = 5\nport = 0' })
  const flags = '--config old.toml --like-log-keep 30d'
  const warning = (label: string) =>
    `${label} has no effect any more. Likes are not logged any more. Remove it: the next version rejects it.`
  const warnings = [warning('--like-log-keep'), warning('old.toml: like-log-rows')]
  const { code, out, err } = await folder.run(`config ${flags}`)
  expect([code, err]).toEqual([0, warnings.map((sentence) => `music-library: Warning: ${sentence}\n`).join('')])
  expect(out).not.toContain('like-log')
  const replaced = await folder.run('config --demo', { env: { DEMO_TOKENS: 'demo.env' } })
  const both = await folder.reject('config --demo --accounts b', { env: { DEMO_TOKENS: 'demo.env' } })
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('accounts takes the place of demo-tokens')])
  expect(replaced.err).toContain('DEMO_TOKENS is removed in the next version. Use accounts instead: an accounts file')
  const variables = await folder.run('config', { env: { LIKE_LOG_KEEP: '1d', MUSIC_LIBRARY_LIKE_LOG_ROWS: '' } })
  expect(variables.err).toContain(warning('LIKE_LOG_KEEP'))
  expect(variables.err).toContain(warning('MUSIC_LIBRARY_LIKE_LOG_ROWS'))
  expect((await folder.run('serve --help')).out).not.toContain('like-log')
  const server = await folder.serve(`${flags} --database :memory: --log-format text`)
  const log = (await server.stop()).out
  for (const sentence of warnings) expect(log).toContain(`WARNING ${sentence}`)
})

test('a setting that has no effect in a demo is wrong usage as a flag, and a warning of serve and config from elsewhere', async () => {
  using folder = createCliFolder({ 'all.toml': 'registration = "open"\nbackup-every = "24h"' })
  const flags = '--demo --config all.toml'
  const noEffect = (label: string) => `${label} has no effect in a demo. Leave it out.`
  const warnings = ['DATABASE_URL', 'all.toml: registration', 'all.toml: backup-every', 'ADMIN_PASSWORD'].map(noEffect)
  const env = { DATABASE_URL: 'x.db', ADMIN_PASSWORD: 'correct horse' }
  const { code, err } = await folder.run(`config ${flags}`, { env })
  expect([code, err]).toEqual([0, warnings.map((sentence) => `music-library: Warning: ${sentence}\n`).join('')])
  await using server = await folder.serve(flags, env)
  for (const sentence of warnings) expect(server.output).toContain(`WARNING ${sentence}`)

  const unused = settingNames.filter((name) => (settings[name] as Setting).unusedInDemo)
  expect(unused.map(nameInFile).join(' ')).toBe(
    'database database-password node-name registration auth-header auth-name-header auth-groups-header auth-admin-group auth-create keep-snapshots backup-every backup-keep backup-dir backup-command backup-command-timeout admin-email admin-password',
  )
  const rejected = await folder.reject('config --demo --registration open')
  expect(rejected).toEqual(failure(noEffect('--registration'), 2))
})

test('config shows only the settings that the library on PostgreSQL uses', async () => {
  using folder = createCliFolder()
  const names = Object.keys(await readConfig(folder, '--database postgres://me@db.internal/music'))
  const ofOneEngine = /^(backup-every|backup-keep|keep-snapshots|node-name)$/
  expect(names.filter((name) => ofOneEngine.test(name))).toEqual(['node-name'])
})

test.each<[string, string]>([
  ['prot = 3000', 'bad.toml: There is no setting prot. Did you mean port?'],
  ['max_body = 3000', 'Did you mean max-body?'],
  ['DATABASE_URL = "x"', 'Did you mean database?'],
  ['admin-pasword-file = "x"', 'Did you mean admin-password-file?'],
  ['zebra = 1', 'There is no setting zebra. There are host, port,'],
  ['__proto__ = 1', 'There is no setting __proto__.'],
  ['[server]\nport = 1', 'no sections such as [server]'],
  ['port = "3000"', 'bad.toml: port is a text. It takes a number, without quotes.'],
  ['docs = true', 'It takes a text, in quotes. Did you mean "on"?'],
  ['backup-every = 24', 'backup-every is a number.'],
  ['host = ["a"]', 'host is a list'],
  ['host = " "', 'must not be empty'],
  ['admin-password = "secret"', "bad.toml: admin-password can't be used."],
  ['port = 1\n\nhost = = 2', 'bad.toml:3: Invalid value. Write name = value, with quotes around texts.'],
  [
    '# port = 1\nhost = "port"\r\n\r\n  port = 1 # a\r\nhost-x = 1\r\n\tport=2\r\n',
    'bad.toml:6: port is set in line 4',
  ],
  ['host = """\nport = 1\n"""\nport = 2\nport = 3', 'bad.toml:5: port is set in line 4'],
  ['\'port\' = 1\n"port" = 2\nport = 3', 'bad.toml:2: port is set in line 1'],
  ['port = 1\n[port]', 'bad.toml:2: port is set in line 1'],
  ['a.b = 1\na.c = 2\na.b = 3', 'bad.toml:3: a is set in line 1'],
  ['[x]\na = 1\n[y]\na = 1\na = 2', 'bad.toml:5: a is set in line 4'],
  ['admin-password = "secret"\nport = 1\nadmin-password = "secret"', 'bad.toml:3: admin-password is set in line 1'],
  ['host = { a = 1, a = 2 }', 'bad.toml:1: Trying to redefine an already defined value.'],
  ['admin-password = secret', 'bad.toml:1: Invalid value.'],
  ['port = 1\nadmin-email = "a@b.co"\n"secret', 'bad.toml:3: '],
  ['host = "\xff"', 'bad.toml is not UTF-8 text.'],
  [`# ${'x'.repeat(70_000)}`, 'bad.toml, which --config names, is too long'],
])('every command rejects a file with %j in one line, without its secrets, and creates nothing', async (text, hint) => {
  using folder = createCliFolder({ 'bad.toml': Buffer.from(text, 'latin1') })
  for (const command of ['serve', 'user add a@b.co']) {
    const result = await folder.reject(`${command} --config bad.toml`)
    expectFailure(result, 2, hint)
    expect(result.err).not.toContain('secret')
  }
  expect(folder.list()).toEqual(['bad.toml'])
})

const authHeader = { AUTH_HEADER: 'Remote-Email', TRUSTED_PROXIES: '127.0.0.1' }

test.each<[string, Record<string, string>, string]>([
  ['--port http', {}, '--port'],
  ['--config good.toml', { HOST: '' }, 'HOST is "". It must not be empty.'],
  ['--config missing.toml', {}, 'There is no file missing.toml, which --config names.'],
  ['', { MUSIC_LIBRARY_CONFIG: '' }, 'MUSIC_LIBRARY_CONFIG is ""'],
  ['--config .', {}, '. (--config) is a folder.'],
  ['--config good.toml/x', {}, "can't be read."],
  ['--database postgres://u:secret@h/db', {}, '--database has a password, and everybody on this machine can see'],
  ['--config remote.toml', {}, 'remote.toml: database is "postgres:…". It names no database.'],
  [
    '',
    { DATABASE_URL: 'postgres://u:secret@h/db', PGPASSWORD: 'a secret' },
    'DATABASE_URL has a password, and PGPASSW',
  ],
  ['', { DATABASE_URL: 'postgres://u@h/db', PGPASSWORD_FILE: '.' }, "PGPASSWORD_FILE can't be read by the user "],
  ['--new', { DATABASE_URL: 'postgres://u:secret@h/db' }, '--new is for a library in a file'],
  [
    '--backup-every 1d --database postgres://u@h:1/db',
    {},
    'is at postgres://h:1/db. Leave it out. Back the database up',
  ],
  ['--database postgres://u@h/db', { KEEP_SNAPSHOTS: '3' }, 'keep-snapshots is for a library in a file, and this one'],
  ['--config password.toml', {}, 'admin-email'],
  ['--config both.toml', {}, 'both.toml: admin-password and both.toml: admin-password-file are both set.'],
  ['--config lost.toml', {}, "lost.toml: admin-password-file can't be read by the user "],
  ['--config empty.toml', {}, 'empty.toml: admin-password-file is an empty file: '],
  ['', { ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: 'a secret', ADMIN_PASSWORD_FILE: 'x' }, 'both set'],
  ['', { CORS_ORIGINS: 'https://a.example,https://u:a,secret/@h' }, 'CORS_ORIGINS is "https://…@h". '],
  ['', { HOST: 'user:secret@host' }, 'HOST is "…@host". '],
  ['--metrics-port 3000', {}, 'metrics-port is 3000, and so is port: each needs its own.'],
  ['--port 9464 --metrics-port 9464 --metrics-host 0.0.0.0', {}, 'such as 9465.'],
  ['--host :: --metrics-port 3000', {}, 'metrics-port is 3000, and so is port'],
  ['--host localhost', { METRICS_PORT: '3000' }, 'metrics-port is 3000, and so is port'],
  ['--auth-header Remote-Email', {}, 'auth-header needs trusted-proxies: without it anybody could log in as anybody.'],
  ['', { ...authHeader, TRUSTED_PROXIES: '0.0.0.0/0' }, 'trusted-proxies trusts all addresses'],
  ['', { ...authHeader, TRUSTED_PROXIES: '127.0.0.1,::/0' }, 'trusted-proxies trusts all addresses'],
  ['', { ...authHeader, TRUSTED_PROXIES: '::ffff:0:0/96' }, 'trusted-proxies trusts all addresses'],
  ['--auth-header Remote-Email:', {}, 'Give the name of a header. Did you mean Remote-Email?'],
  ['--auth-create on', {}, 'auth-create belongs to auth-header, which is not set.'],
  ['', { ...authHeader, AUTH_ADMIN_GROUP: 'a' }, 'auth-groups-header and auth-admin-group belong together.'],
  ['', { ...authHeader, AUTH_GROUPS_HEADER: 'X-G', AUTH_ADMIN_GROUP: 'a,b' }, 'auth-admin-group has a comma'],
  ['--demo --database x.db', {}, '--database has no effect in a demo.'],
  ['--demo --new', {}, "option '--new' cannot be used with option '--demo'"],
  ['--console off', authHeader, 'auth-header logs in to the console, and console is off.'],
])('serve and config reject %j with %j with the same error, which names the place', async (flags, env, hint) => {
  using folder = createCliFolder({
    nothing: '\n',
    'good.toml': '',
    'remote.toml': 'database = "postgres://u:secret@h/"',
    'password.toml': 'admin-password = "a secret"',
    'both.toml': 'admin-email = "a@b.co"\nadmin-password = "a secret"\nadmin-password-file = "x"',
    'lost.toml': 'admin-email = "a@b.co"\nadmin-password-file = "x"',
    'empty.toml': 'admin-email = "a@b.co"\nadmin-password-file = "nothing"',
  })
  const reject = (command: string) => folder.reject(`${command} ${flags}`, { env })
  const [serve, config] = await Promise.all([reject('serve'), reject('config')])
  expect(serve).toEqual(config)
  expectFailure(serve, 2, hint)
  expect(serve.err).not.toContain('secret')
})

test('metrics may have the port of the API where they do not share it', async () => {
  using folder = createCliFolder()
  for (const flags of [
    '--port 0 --metrics-port 0',
    '--metrics-host 127.0.0.2 --metrics-port 3000',
    '--host 0.0.0.0 --metrics-host ::1 --metrics-port 3000',
  ])
    expect([flags, (await folder.run(`config ${flags}`)).code]).toEqual([flags, 0])
})

test('config shows the settings of a service whose password only the service gets, and says so; serve does not start', async () => {
  using folder = createCliFolder({ 'all.toml': 'port = 0\nadmin-email = "a@b.co"' })
  const run = (command: string) => folder.run(`${command} --config all.toml`)
  const { code, out, err } = await run('config')
  expect([code, out]).toEqual([0, expect.stringMatching(/^admin-email +a@b\.co /m)])
  expect(err).toMatch(/^music-library: Note: no password of the admin is set here\. .+credential of its unit.+\n$/)
  expect(JSON.parse((await run('config --json')).out)['admin-password'].value).toBeNull()
  const serve = await folder.reject('serve --config all.toml')
  expect([serve.code, serve.err]).toEqual([2, expect.stringContaining('ADMIN_PASSWORD_FILE')])
})

test('the URL of another database is rejected by its place, and without its password', async () => {
  using folder = createCliFolder({ 'all.toml': 'database = "mysql://user:secret@host/db"' })
  const advice =
    'Only SQLite files and PostgreSQL are supported: give a path, a file: URL, :memory: or postgres://USER@HOST:PORT/DATABASE.'
  for (const [flags, url, place] of [
    ['--database mysql://user:secret@host/db', undefined, '--database is "mysql:…".'],
    ['--config all.toml', undefined, 'all.toml: database is "mysql:…".'],
    ['', 'mysql://user:secret@host/db', 'DATABASE_URL is "mysql:…".'],
    ['', '"postgres://user:secret@host/db"', 'DATABASE_URL is "…://…".'],
    ['', " 'postgres://user:secret@host/db'", 'DATABASE_URL is "…://…".'],
    ['', ' postgres://user:secret@host/db', 'DATABASE_URL is "…://…".'],
  ] as const)
    for (const command of ['serve', 'user list', 'doctor'])
      expect(
        await folder.reject(`${command} ${flags}`, { env: url === undefined ? {} : { DATABASE_URL: url } }),
      ).toEqual(failure(`${place} ${advice}`, 2))
})

const wildcardRule = 'localhost stands for all ports of this machine: http and https, localhost, 127.0.0.1 and [::1].'

test.each([
  ['limit-login', '20/minute', '20/1m'],
  ['limit-login', '20 per hour', '20/1h'],
  ['limit-all', '100r/s', '100/1s'],
  ['backup-every', 'daily', '24h'],
  ['backup-every', '24 hours', '24h'],
  ['token-max-age', '3 months', '90d'],
  ['max-body', '5MB', '5242880'],
  ['cache', '1GiB', '1024'],
  ['idle-timeout', '2m', '120'],
  ['base-path', 'music/', '/music'],
  ['port', ':8080', '8080'],
  ['host', 'http://[::1]:3000/', '::1'],
  ['host', '*', '0.0.0.0'],
  ['docs', 'yes', 'on'],
  ['registration', 'no', 'closed'],
  ['log-level', 'warn', 'warning'],
  ['log-format', 'JSON', 'json'],
  ['cors-origins', 'https://a.example/app,localhost:5173', 'https://a.example,http://localhost:5173'],
  ['cors-origins', 'localhost:*,https://a.example,http://127.0.0.1:*/', 'localhost,https://a.example'],
  ['cors-origins', '*://[::1]:*/*', 'localhost'],
  ['cors-origins', 'http://localhost:3000-3999', 'localhost'],
  ['cors-origins', '127.0.0.1,LOCALHOST', 'localhost'],
  ['trusted-proxies', 'localhost,172.17.*', '127.0.0.1,::1,172.17.0.0/16'],
])('%s %j is wrong, and the error has the right spelling, which is accepted', async (name, value, suggestion) => {
  using folder = createCliFolder()
  const config = (text: string) => folder.run(['config', `--${name}`, text])
  const wrong = await config(value)
  expect(wrong.code).toBe(2)
  expect(wrong.err).toStartWith(`music-library: --${name} is "${value}". Give `)
  expect(wrong.err).toEndWith(`. Did you mean ${suggestion}?\n`)
  expect((await config(suggestion)).code).toBe(0)
})

test.each([
  ['limit-all', '100', 'such as 20/1m.'],
  ['backup-every', '24', 'such as 24h, up to 24d.'],
  ['backup-every', '30d', 'such as 24h, up to 24d.'],
  ['backup-every', 'off', 'Leave it out to turn it off.'],
  ['audit-keep', 'off', 'such as 90d, up to 100y.'],
  ['max-body', '5GB', 'Give a whole number of bytes from 1 to 1073741824.'],
  ['cors-origins', 'http://localhost:*', `${wildcardRule} * alone stands for all origins. Did you mean localhost?`],
  ['cors-origins', '*,https://a.example', '* alone stands for all origins.'],
  ['cors-origins', 'http://localhost.example.com:*', '* alone stands for all origins.'],
  [
    'cors-origins',
    'https://a.example,https://a b',
    'such as https://example.com; localhost for all ports of this machine; or *.',
  ],
  ['cors-origins', ',', 'or *.'],
  ['trusted-proxies', '10.0.0.0/33', 'such as 127.0.0.1,10.0.0.0/8.'],
])('%s %j is wrong in a way that could mean much, and the error has a general example', async (name, value, end) => {
  using folder = createCliFolder()
  const { code, err } = await folder.run(['config', `--${name}`, value])
  expect([code, err]).toEqual([2, expect.stringContaining(`--${name} is "${value}". Give `)])
  expect(err).toEndWith(`${end}\n`)
})

test('a file with a secret is rejected while other users may read it, and the error says how to change that', async () => {
  using folder = createCliFolder({ 'all.toml': 'admin-email = "a@b.co"\nadmin-password = "correct horse"\n' })
  for (const mode of [0o640, 0o604]) {
    chmodSync(folder.pathOf('all.toml'), mode)
    expect(await folder.run('user list --config all.toml')).toEqual(
      failure(
        "all.toml holds admin-password, and others may read it. Put the password into a file of the server's user, and name it with admin-password-file. If that user owns this file, this is enough: chmod 600 all.toml",
        2,
      ),
    )
  }
  chmodSync(folder.pathOf('all.toml'), 0o600)
  expect((await readConfig(folder, '--config all.toml'))['admin-password'].value).toBe('********')
  writeFileSync(folder.pathOf('open.toml'), 'port = 1', { mode: 0o644 })
  expect((await readConfig(folder, '--config open.toml')).port.value).toBe(1)
})

test('one file configures all commands in any working directory, and its paths are relative to its folder', async () => {
  using folder = createCliFolder({
    'all.toml': 'port = 4001\ndatabase = "here/library.db"\nadmin-email = "a@b.co"\nadmin-password-file = "secret"\n',
    secret: 'correct horse\n',
  })
  using elsewhere = createCliFolder()
  const env = { MUSIC_LIBRARY_CONFIG: folder.pathOf('all.toml') }
  const run = (command: string, stdin = '') => elsewhere.run(command, { env, stdin })
  expect((await run('seed --sample --quiet --new')).code).toBe(0)
  expect((await run('user add ada@example.com', 'a long secret')).code).toBe(0)
  {
    await using server = await elsewhere.serve('', env)
    expect(server.output).toContain(`${folder.pathOf('here/library.db')}: 19 labels`)
    const login = { email: 'a@b.co', password: 'correct horse' }
    expect((await client(server.url).post('/login', login)).status).toBe(200)
  }
  expect((await run('user list')).out).toContain('ada@example.com')
  expect((await run('doctor --json')).code).toBe(0)
  expect((await run('export')).out).toContain('Kind of Blue')
  expect((await run('backup')).out).toStartWith(folder.pathOf('here/backups/'))
  expect((await run('user list --database other.db')).err).toContain('There is no library at')
  expect(elsewhere.list()).toEqual([])
})

test('the path of a database in a file starts at its folder', async () => {
  using folder = createCliFolder()
  using elsewhere = createCliFolder()
  const inFolder = folder.pathOf('library.db')
  for (const [database, expected] of [
    [':memory:', ':memory:'],
    ['/srv/library.db', '/srv/library.db'],
    ['file:///srv/library.db', 'file:///srv/library.db'],
    ['library.db', inFolder],
    ['file:library.db', inFolder],
  ] as const) {
    folder.write('all.toml', `database = "${database}"`)
    const { value } = (await readConfig(elsewhere, `--config ${folder.pathOf('all.toml')}`)).database
    expect([database, value]).toEqual([database, expected])
  }
})

test('an empty variable of a setting without a flag counts as unset', async () => {
  using folder = createCliFolder({ 'all.toml': 'admin-email = "a@b.co"\nadmin-password = "correct horse"\n' })
  const env = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN_PASSWORD_FILE: '' }
  const resolved = await readConfig(folder, '--config all.toml', env)
  expect([resolved['admin-email'].source, resolved['admin-password'].source]).toEqual(['file', 'file'])
})

test('every setting has the same name as a flag and in the file, and is in the table of docs/configuration.md', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/configuration.md')).text()
  for (const name of settingNames) {
    const { flag, variable, default: value, defaultText = String(value) }: Setting = settings[name]
    const inFile = nameInFile(name)
    if (flag) expect(flag).toStartWith(`--${inFile} <`)
    const row = `| ${flag ? `\`--${inFile}\` ` : ''}| ${variable ? `\`${variable}\` ` : ''}| \`${inFile}\` | ${value === undefined ? '' : `\`${defaultText}\` |`}`
    expect(page).toContain(row)
  }
})
