import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxMs } from '../support/bounds.ts'
import { everyNth } from '../support/longForm.ts'
import { runOk } from '../support/process.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { installPlatformPackage } from './platformPackage.ts'

const npx = ['npx', '--no', '--', 'music-library']

const environment = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LOG_FORMAT: 'text' }

/** Polls until a function returns a value, for at most 20 seconds. */
const waitFor = async <T>(what: string, read: () => T | undefined | false): Promise<T> => {
  for (const end = Date.now() + maxMs(20_000); Date.now() < end; await Bun.sleep(50)) {
    const value = read()
    if (value !== undefined && value !== false) return value
  }
  throw new Error(`There was no ${what} in time.`)
}

const childrenOf = (id: number): number[] =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const commandLineOf = (id: number) => readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')

/** A process below another one, by a part of its command line. */
const findDescendant = (id: number, pattern: RegExp): number | undefined => {
  for (const child of childrenOf(id)) {
    const found = pattern.test(commandLineOf(child)) ? child : findDescendant(child, pattern)
    if (found !== undefined) return found
  }
}

const isRunning = (id: number) =>
  existsSync(`/proc/${id}`) && !/^State:\tZ/m.test(readFileSync(`/proc/${id}/status`, 'utf8'))

const serve = (consumer: Consumer) => [
  ...npx,
  'serve',
  '--database',
  ':memory:',
  '--port',
  '0',
  '--port-file',
  join(consumer.path, 'port'),
]

test.each(
  everyNth(
    [
      ['SIGTERM', 'npx'],
      ['SIGKILL', 'npx'],
      ['SIGTERM', 'the launcher'],
      ['SIGKILL', 'the launcher'],
    ] as const,
    4,
  ),
)('%s to %s stops the server', async (signal, name) => {
  using consumer = await createConsumer({})
  await installPlatformPackage(consumer)
  const child = Bun.spawn(serve(consumer), {
    cwd: consumer.path,
    env: environment,
    stdin: 'ignore',
    stdout: Bun.file(join(consumer.path, 'out')),
    stderr: 'inherit',
    timeout: maxMs(40_000),
  })
  await waitFor('port file', () => existsSync(join(consumer.path, 'port')))
  const launcher = await waitFor('launcher', () => findDescendant(child.pid, /^\S*node \S*music-library serve/))
  const server = await waitFor('server', () => findDescendant(launcher, / serve --database/))
  process.kill(name === 'npx' ? child.pid : launcher, signal)
  await waitFor('end of the server', () => !isRunning(server))
  await waitFor('end of the launcher', () => !isRunning(launcher))
  await child.exited
  expect(await Bun.file(join(consumer.path, 'out')).text()).toEndWith('Stopped.\n')
})

test('Ctrl-C in a terminal stops the server', async () => {
  using consumer = await createConsumer({})
  await installPlatformPackage(consumer)
  let display = ''
  let isStopping = false
  const decoder = new TextDecoder()
  const child = Bun.spawn(serve(consumer), {
    cwd: consumer.path,
    env: { ...environment, TERM: 'dumb' },
    timeout: maxMs(40_000),
    terminal: {
      cols: 200,
      rows: 50,
      data: (terminal, data) => {
        display += decoder.decode(data, { stream: true })
        if (isStopping || !display.includes('There is no admin yet')) return
        isStopping = true
        terminal.write('\x03')
      },
    },
  })
  await child.exited
  await waitFor('end of the server', () => display.includes('Stopped.'))
  child.terminal?.close()
  expect(existsSync(join(consumer.path, 'port'))).toBe(false)
})

test('standard input passes to the server, which still ends with the launcher', async () => {
  using consumer = await createConsumer({})
  await installPlatformPackage(consumer)
  const file = join(consumer.path, 'out')
  const child = Bun.spawn([...serve(consumer), '--seed', '-'], {
    cwd: consumer.path,
    env: environment,
    stdin: new Blob(['{"labels":[{"name":"ECM"}]}']),
    stdout: Bun.file(file),
    stderr: 'inherit',
    timeout: maxMs(40_000),
  })
  await waitFor('port file', () => existsSync(join(consumer.path, 'port')))
  await waitFor('line of the library', () => readFileSync(file, 'utf8').includes('(new): 1 label'))
  const launcher = await waitFor('launcher', () => findDescendant(child.pid, /^\S*node \S*music-library serve/))
  process.kill(launcher, 'SIGKILL')
  await waitFor('end of the server', () => readFileSync(file, 'utf8').endsWith('Stopped.\n'))
  await child.exited
})

test('a server that a script starts in the background serves the scripts after it, and ends with npm', async () => {
  using consumer = await createConsumer({
    // The launcher looks every 250 ms whether npm still runs.
    'check.mjs': `
      import { readFileSync } from 'node:fs'
      import { setTimeout } from 'node:timers/promises'
      await setTimeout(1_000)
      console.log((await fetch('http://127.0.0.1:' + readFileSync('port', 'utf8') + '/healthz')).status)`,
  })
  await installPlatformPackage(consumer)
  const manifest = await Bun.file(join(consumer.path, 'package.json')).json()
  const server = 'nohup music-library serve --database :memory: --port 0 --port-file port > out 2>&1'
  const scripts = { pretest: `${server} & until [ -f port ]; do sleep 0.1; done`, test: 'node check.mjs' }
  await Bun.write(join(consumer.path, 'package.json'), JSON.stringify({ ...manifest, scripts }))
  expect(await runOk(['npm', 'test', '--silent'], consumer.path, { env: environment })).toBe('200\n')
  await waitFor('end of the server', () => readFileSync(join(consumer.path, 'out'), 'utf8').endsWith('Stopped.\n'))
})

test('standard input and exit codes pass through npx', async () => {
  using consumer = await createConsumer({})
  await installPlatformPackage(consumer)
  const run = async (args: string[], stdin = '') => {
    const child = Bun.spawn([...npx, ...args], {
      cwd: consumer.path,
      env: environment,
      stdin: new Blob([stdin]),
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: maxMs(40_000),
    })
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    return { code, out, err }
  }
  expect(await run(['user', 'add', 'ada@example.com'], 'a long secret')).toEqual({
    code: 0,
    out: 'Added ada@example.com with the role user.\n',
    err: expect.any(String),
  })
  expect((await run(['seed', 'missing.json'])).code).toBe(1)
  const { code, err } = await run(['sevre'])
  expect([code, err]).toEqual([2, expect.stringContaining('music-library: ')])
})
