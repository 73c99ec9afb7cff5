import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { binary, type ServerProcess, serveBinary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { client } from '../../support/client.ts'
import { createCliFolder } from '../../support/cliFolder.ts'
import { secret } from '../../support/cliLibrary.ts'
import { emptyFolder } from '../../support/folder.ts'
import { openRawConnection } from '../../support/rawConnection.ts'

/** Writes a configuration file, sends SIGHUP, and waits for a new line of the log that contains a text. */
const reload = async (server: ServerProcess, file: string, settings: string, text: string) => {
  const { length } = server.output
  writeFileSync(file, settings)
  process.kill(server.pid, 'SIGHUP')
  await server.waitForOutput(text, length)
}

const reloaded = 'The settings were reloaded. '

test('SIGHUP applies limits, proxies, origins and the level of the log, and names what needs a restart', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'all.toml')
  writeFileSync(file, 'limit-login = "1/1h"\nlog-level = "warning"\n')
  await using server = await serveBinary(['--config', file, '--limit-register', '1/1h'], {
    cwd: folder.path,
    env: { LOG_LEVEL: 'info' },
  })
  const origin = 'https://player.example.com'
  const post = async (path: string, address: string) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'x-forwarded-for': address, origin },
    })
    return { status: response.status, origin: response.headers.get('access-control-allow-origin') }
  }
  const statuses = async (path: string, ...addresses: string[]) => {
    const results: number[] = []
    for (const address of addresses) results.push((await post(path, address)).status)
    return results
  }
  const accepted = 400
  // No proxy is trusted: all requests are of one client.
  expect(await statuses('/login', '192.0.2.1', '192.0.2.2')).toEqual([accepted, 429])
  expect(await statuses('/register', '192.0.2.1', '192.0.2.2')).toEqual([accepted, 429])
  expect((await post('/labels', '192.0.2.1')).origin).toBeNull()

  // A flag and a variable keep their precedence over the file.
  await reload(
    server,
    file,
    `limit-login = "2/1h"\nlimit-register = "9/1h"\nlog-level = "error"\ncors-origins = "${origin}"\nport = 1\nconsole = "off"\n`,
    `${reloaded}Changed: limit-login, cors-origins. In effect only after a restart: console.\n`,
  )
  expect(await post('/labels', '192.0.2.1')).toEqual({ status: 401, origin })
  expect(await statuses('/login', '192.0.2.1', '192.0.2.2', '192.0.2.3')).toEqual([accepted, accepted, 429])
  // The limit that has not changed still knows its clients.
  expect(await statuses('/register', '192.0.2.1')).toEqual([429])

  await reload(
    server,
    file,
    'limit-all = "1/1h"\ntrusted-proxies = "127.0.0.1"\n',
    `${reloaded}Changed: limit-login, limit-all, trusted-proxies, cors-origins.\n`,
  )
  expect(await post('/labels', '192.0.2.7')).toEqual({ status: 401, origin: null })
  expect(await statuses('/login', '192.0.2.7', '192.0.2.8', '192.0.2.9')).toEqual([429, accepted, accepted])
  await reload(server, file, 'trusted-proxies = "127.0.0.1"\n', `${reloaded}Changed: limit-all.\n`)
  expect(await statuses('/login', '192.0.2.7', '192.0.2.7')).toEqual([accepted, accepted])
  await reload(
    server,
    file,
    'trusted-proxies = "127.0.0.1"\n',
    `${reloaded}No setting that takes effect now has changed.\n`,
  )
  expect((await server.stop()).code).toBe(0)
})

test('SIGHUP takes the login by a proxy from a proxy that is trusted no more, and trusts none in place of all', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'all.toml')
  const [header, trusted] = ['auth-header = "Remote-Email"\nauth-create = "on"\n', 'trusted-proxies = "127.0.0.1"\n']
  writeFileSync(file, header + trusted)
  await using server = await serveBinary(['--config', file], { cwd: folder.path })
  const { origin } = new URL(server.url)
  const logIn = async () => {
    const headers = { origin, 'remote-email': 'ada@example.com' }
    return (await fetch(`${origin}/console/api/proxy-login`, { method: 'POST', headers })).status
  }
  expect(await logIn()).toBe(200)
  await reload(server, file, header, 'The settings were not reloaded: all stay as they are. auth-header needs trusted')
  expect(await logIn()).toBe(200)
  await reload(server, file, `${header}trusted-proxies = "127.0.0.2"\n`, `${reloaded}Changed: trusted-proxies.\n`)
  expect(await logIn()).toBe(403)
  await server.waitForOutput('Failed login from 127.0.0.1')
  // The header stays in effect until a restart, and nobody is trusted.
  await reload(
    server,
    file,
    '',
    `${reloaded}Changed: trusted-proxies. In effect only after a restart: auth-header, auth-`,
  )
  expect(await logIn()).toBe(403)
})

test('SIGHUP opens and closes registration, also for a request that has begun, and the console says so', async () => {
  using folder = createCliFolder({ 'all.toml': '' })
  await using server = await folder.serve('--config all.toml')
  const account = { name: 'Nica', email: 'nica@example.com', password: secret, password_confirmation: secret }
  const register = async () => {
    const { status, body } = await client(server.url).post('/register', account)
    return [status, body.errors ?? body.message]
  }
  const stateOfConsole = async () => {
    const page = await (await fetch(new URL('/console', server.url))).text()
    return JSON.parse(/id="settings">(.*)<\/script>/.exec(page)?.[1] ?? '{}').registration
  }
  const set = (registration: string) =>
    reload(
      server,
      folder.pathOf('all.toml'),
      `registration = "${registration}"\n`,
      `${reloaded}Changed: registration.\n`,
    )
  // Its head arrives while registration is open, and its body when it is closed.
  const connection = await openRawConnection(server.url)
  const body = JSON.stringify(account)
  const headers = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`
  connection.write(`POST /api/register HTTP/1.1\r\n${headers}\r\n\r\n`)
  await fetch(`${server.url}/labels`)
  await set('closed')
  expect(await register()).toEqual([403, 'Registration is closed.'])
  expect(await stateOfConsole()).toBe('closed')
  connection.write(body)
  expect(await connection.closed).toStartWith('HTTP/1.1 403 ')

  await set('invite')
  expect(await register()).toEqual([400, { invitation: ['The invitation is required.'] }])
  await set('open')
  expect(await register()).toEqual([201, undefined])
  expect(await stateOfConsole()).toBe('open')
})

test('the level of the log changes at once, and the reload is logged at every level', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'all.toml')
  writeFileSync(file, '')
  await using server = await serveBinary(['--config', file], { cwd: folder.path })
  const request = (path: string) => fetch(`${server.url}/${path}`)
  await request('first')
  await server.waitForOutput('/api/first 404')
  await reload(server, file, 'log-level = "error"', `${reloaded}Changed: log-level.`)
  await request('second')
  await reload(server, file, 'log-level = "info"\nlimit-all = "99/1s"', `${reloaded}Changed: limit-all, log-level.`)
  await request('third')
  await server.waitForOutput('/api/third 404')
  expect(server.output).not.toContain('second')
})

test('a wrong file changes nothing, and is one error in the log', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'all.toml')
  writeFileSync(file, 'limit-all = "1/1h"\n')
  await using server = await serveBinary(['--config', 'all.toml'], { cwd: folder.path })
  const failed = 'ERROR The settings were not reloaded: all stay as they are.'
  await reload(server, file, 'prt = 1\n', `${failed} all.toml: There is no setting prt. Did you mean port?`)
  await Bun.file(file).delete()
  process.kill(server.pid, 'SIGHUP')
  await server.waitForOutput(`${failed} There is no file all.toml, which --config names.`)
  const statuses = [await fetch(server.url), await fetch(server.url)].map(({ status }) => status)
  expect(statuses).toEqual([404, 429])
  const { code, out } = await server.stop()
  expect([code, out.match(/ERROR/g)?.length]).toEqual([0, 2])
})

test('a configuration file that is a pipe is not read again', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'all.toml')
  Bun.spawnSync(['mkfifo', file])
  const starting = serveBinary(['--config', 'all.toml'], { cwd: folder.path })
  await writeFile(file, 'limit-all = "1/1h"\n')
  await using server = await starting
  process.kill(server.pid, 'SIGHUP')
  await server.waitForOutput(
    'ERROR The settings were not reloaded: all stay as they are. all.toml, which --config names, is not a regular file',
  )
  const statuses = [await fetch(server.url), await fetch(server.url)].map(({ status }) => status)
  expect(statuses).toEqual([404, 429])
  expect((await server.stop()).code).toBe(0)
})

test('at a terminal SIGHUP stops the server', async () => {
  using folder = emptyFolder()
  let display = ''
  const portFile = join(folder.path, 'port')
  const child = Bun.spawn([await binary(), 'serve', '--port', '0', '--port-file', portFile], {
    cwd: folder.path,
    timeout: maxMs(30_000),
    terminal: {
      data: (_, data) => {
        display += new TextDecoder().decode(data)
      },
    },
  })
  while (!existsSync(portFile) && child.exitCode === null) await Bun.sleep(5)
  child.kill('SIGHUP')
  expect(await child.exited).toBe(0)
  child.terminal?.close()
  expect(display).toContain('Stopped.')
})

test.each([
  ['is ended by SIGHUP', '', null],
  ['ignores SIGHUP with nohup', 'nohup ', 0],
])('a server whose terminal is not its output %s', async (_, prefix, expectedCode) => {
  using folder = emptyFolder()
  const started = `exec ${prefix}"$0" serve --port 0 --port-file port --database :memory: </dev/null >log 2>&1`
  const portFile = join(folder.path, 'port')
  const child = Bun.spawn(['sh', '-c', started, await binary()], {
    cwd: folder.path,
    timeout: maxMs(30_000),
    terminal: {},
  })
  while (!existsSync(portFile) && child.exitCode === null) await Bun.sleep(5)
  child.kill('SIGHUP')
  const origin = `http://127.0.0.1:${(await Bun.file(portFile).text()).trim()}`
  if (prefix !== '') {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
  }
  await child.exited
  expect([child.exitCode, child.signalCode]).toEqual([expectedCode, prefix === '' ? 'SIGHUP' : null])
  expect(await Bun.file(join(folder.path, 'log')).text()).not.toContain('reloaded')
  child.terminal?.close()
})
