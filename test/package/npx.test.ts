import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { maxMs } from '../support/bounds.ts'
import { everyNth } from '../support/longForm.ts'
import { run, runOk } from '../support/process.ts'
import { buildTimeoutMs } from '../support/shared/package.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { installPlatformPackage } from './platformPackage.ts'

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

let consumer: Consumer
const pathOf = (name: string) => join(consumer.path, name)
const hasPort = () => existsSync(pathOf('port'))
const readOutput = () => readFileSync(pathOf('out'), 'utf8')

beforeAll(async () => {
  consumer = await createConsumer({})
  await installPlatformPackage(consumer)
}, buildTimeoutMs)
beforeEach(() => {
  for (const name of ['port', 'out']) rmSync(pathOf(name), { force: true })
})
afterAll(() => consumer[Symbol.dispose]())

const npx = (...args: string[]) => ['npx', '--no', '--', 'music-library', ...args]
const serve = npx('serve', '--database', ':memory:', '--port', '0', '--port-file', 'port')

const timeout = maxMs(40_000)

/** Starts a server, whose output is in the file `out`. @returns the processes that npx has started, when the server listens */
const startServer = async (command: string[], stdin: 'ignore' | Blob) => {
  const env = environment
  const child = Bun.spawn(command, { cwd: consumer.path, env, stdin, stdout: Bun.file(pathOf('out')), timeout })
  await waitFor('port file', hasPort)
  const launcher = await waitFor('launcher', () => findDescendant(child.pid, /^\S*node \S*music-library serve/))
  const server = await waitFor('server', () => findDescendant(launcher, / serve --database/))
  return { child, launcher, server }
}

const waitForStop = () => waitFor('end of the server', () => readOutput().endsWith('Stopped.\n'))

const signals = [
  ['SIGTERM', 'npx'],
  ['SIGKILL', 'npx'],
  ['SIGTERM', 'the launcher'],
] as const

test.each(everyNth(signals, 3))('%s to %s stops the server', async (signal, name) => {
  const { child, launcher, server } = await startServer(serve, 'ignore')
  process.kill(name === 'npx' ? child.pid : launcher, signal)
  await waitFor('end of the processes', () => !(isRunning(server) || isRunning(launcher)))
  await child.exited
  await waitForStop()
})

test('standard input passes to the server, which still ends when the launcher is killed', async () => {
  const { child, launcher } = await startServer([...serve, '--seed', '-'], new Blob(['{"labels":[{"name":"ECM"}]}']))
  await waitFor('line of the library', () => readOutput().includes('(new): 1 label'))
  process.kill(launcher, 'SIGKILL')
  await waitForStop()
  await child.exited
})

test('Ctrl-C in a terminal stops the server', async () => {
  let display = ''
  let isStopping = false
  const decoder = new TextDecoder()
  const child = Bun.spawn(serve, {
    cwd: consumer.path,
    env: { ...environment, TERM: 'dumb' },
    timeout,
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
  expect(hasPort()).toBe(false)
})

test('a server that a script starts in the background serves the scripts after it, and ends with npm', async () => {
  // The launcher looks every 250 ms whether npm still runs.
  const check = `
    import { readFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    await setTimeout(1_000)
    console.log((await fetch('http://127.0.0.1:' + readFileSync('port', 'utf8') + '/healthz')).status)`
  await Bun.write(pathOf('check.mjs'), check)
  const manifest = Bun.file(pathOf('package.json'))
  const server = 'nohup music-library serve --database :memory: --port 0 --port-file port > out 2>&1'
  const scripts = { pretest: `${server} & until [ -f port ]; do sleep 0.1; done`, test: 'node check.mjs' }
  await manifest.write(JSON.stringify({ ...(await manifest.json()), scripts }))
  expect(await runOk(['npm', 'test', '--silent'], consumer.path, { env: environment })).toBe('200\n')
  await waitForStop()
})

test('exit codes pass through npx', async () => {
  const { code, err } = await run(npx('sevre'), consumer.path, { env: environment })
  expect([code, err]).toEqual([2, expect.stringContaining('music-library: ')])
})
