import { expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { yieldToEventLoop } from '../../src/base/eventLoop.ts'
import { adminVariables, createCliFolder, expectFailure, logInAsAdmin } from '../support/cliFolder.ts'

/** A folder with a library, and a script in it that the command is. */
const createFolder = async (script: string) => {
  const folder = createCliFolder({ script: `#!/bin/sh\n${script}\n` })
  chmodSync(folder.pathOf('script'), 0o700)
  await folder.run('seed --sample --new')
  return folder
}

const waitForFile = async (path: string) => {
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') await yieldToEventLoop()
  return readFileSync(path, 'utf8').trim()
}

// A process that has ended, and that nobody waits for, is a zombie.
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

const ended = async (pid: number) => {
  while (isRunning(pid)) await yieldToEventLoop()
}

/** The two outputs of the script. They are two pipes, so either may be read first. */
const readOutputs = (err: string) => {
  const lines = err.split('\n').filter((line) => line !== '')
  return { words: lines.filter((line) => line.startsWith('<')), others: lines.filter((line) => !line.startsWith('<')) }
}

test('the command gets the path, runs without a shell, and its environment has neither settings nor secrets', async () => {
  using folder = await createFolder('for word; do echo "<$word>"; done >&2; env >environment; echo copied')
  folder.write('settings.toml', `backup-command = '''./script "a b" $HOME ; * '--last={}' x"y"'''\n`)
  const env = { ...adminVariables, PGPASSWORD: 'pg secret', HOME: '/home/ada', BACKUP_COMMAND: 'false' }
  const { code, out, err } = await folder.run('backup --config settings.toml --json', { env })
  const { file } = JSON.parse(out)
  const words = ['<a b>', '<$HOME>', '<;>', '<*>', '<--last={}>', '<xy>', `<${file}>`]
  expect([code, readOutputs(err)]).toEqual([0, { words, others: ['copied'] }])
  const environment = readFileSync(folder.pathOf('environment'), 'utf8')
  expect(environment).toContain(`MUSIC_LIBRARY_BACKUP=${file}\n`)
  expect(environment).toContain('HOME=/home/ada\n')
  for (const word of ['secret', 'correct horse', 'ADMIN', 'DATABASE', 'BACKUP_COMMAND', 'CONFIG'])
    expect(environment).not.toContain(word)
  // A word that is {} takes the path, which is no last argument then.
  const placed = await folder.run(['backup', 'mine.db', '--backup-command', './script {} there'])
  expect(readOutputs(placed.err)).toEqual({ words: [`<${folder.pathOf('mine.db')}>`, '<there>'], others: ['copied'] })
  // Only a flag or a file sets it.
  for (const name of ['BACKUP_COMMAND', 'MUSIC_LIBRARY_BACKUP_COMMAND'])
    expect((await folder.run('backup', { env: { [name]: 'false' } })).code).toBe(0)
})

test('a command that fails, or does not start, makes `backup` fail with a line that says why, and the backup stays', async () => {
  using folder = await createFolder('printf "no\\033[31m route\\n\\n" >&2; exit 3')
  const failed = await folder.run('backup mine.db --backup-command ./script')
  expect([failed.code, failed.err]).toEqual([
    1,
    'no\\u001b[31m route\nmusic-library: The backup was made, but the backup command failed. Its exit code was 3. It said: no\\u001b[31m route\n',
  ])
  expect((await folder.run('doctor --database mine.db')).code).toBe(0)
  const missing = await folder.run('backup --backup-command ./nothing')
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('failed. It does not start. ')])
  for (const text of ["./script 'a", '  ', "''"]) {
    const { code, err } = await folder.run(['backup', '--backup-command', text])
    expect([text, code, err]).toEqual([text, 2, expect.stringContaining('Give a program and its arguments')])
  }
})

test('a file of settings with a command must not be one that everybody may write', async () => {
  using folder = createCliFolder({ 'settings.toml': 'backup-command = "true"\n' })
  expect((await folder.run('config --config settings.toml')).code).toBe(0)
  chmodSync(folder.pathOf('settings.toml'), 0o606)
  expectFailure(await folder.run('config --config settings.toml'), 2, 'Keep it to yourself: chmod o-w settings.toml')
})

test('at the timeout the command ends with all that it has started, also if that ignores SIGTERM', async () => {
  using folder = await createFolder('trap "" TERM; sleep 1000 & echo $! >child; wait')
  const { code, err } = await folder.run('backup --backup-command ./script --backup-command-timeout 1s')
  expect([code, err]).toEqual([1, expect.stringContaining('It took longer than 1 second, and was ended.')])
  await ended(Number(await waitForFile(folder.pathOf('child'))))
})

test('a server runs the command after each backup, and logs a bounded part of what it prints; the console and the metrics have its result', async () => {
  using folder = await createFolder(
    'test -e fail && { echo broken >&2; exit 1; }; yes line | head -n 5000; head -c 300000 /dev/zero',
  )
  folder.write('settings.toml', 'backup-command = "./script"\nbackup-every = "24h"\nmetrics-port = 0\n')
  await using server = await folder.serve('--config settings.toml', adminVariables)
  await server.waitForOutput('The backup command succeeded for')
  expect(server.output.match(/Backup command: line/g)).toHaveLength(100)
  expect(server.output).toContain('Backup command: … and 4901 more lines')
  expect(server.output.length).toBeLessThan(30_000)
  const admin = await logInAsAdmin(server)
  const list = async () => (await admin.get('/../console/api/backups')).body
  const first = await list()
  expect(first).toMatchObject({ last_run: { error: null }, command: { is_running: false, last_run: { error: null } } })
  const metrics = /http:\S+\/metrics/.exec(server.output)?.[0] ?? ''
  const failedMetric = async () =>
    /^music_library_backup_command_failed (\d)$/m.exec(await (await fetch(metrics)).text())?.[1]
  expect(await failedMetric()).toBe('0')
  folder.write('fail', 'x')
  expect((await admin.post('/../console/api/backups')).status).toBe(201)
  await server.waitForOutput('ERROR The backup command failed for')
  expect((await list()).command.last_run.error).toBe('Its exit code was 1. It said: broken')
  expect(await failedMetric()).toBe('1')
})

test('a stop of the server ends the command', async () => {
  using folder = await createFolder('sleep 1000 & echo $! >child; wait')
  await using server = await folder.serve('--backup-every 24h --backup-command ./script', adminVariables)
  const pid = Number(await waitForFile(folder.pathOf('child')))
  const admin = await logInAsAdmin(server)
  expect((await admin.get('/../console/api/backups')).body.command).toEqual({ is_running: true, last_run: null })
  const { code, out } = await server.stop()
  expect([code, out]).toEqual([0, expect.stringContaining('It was ended, because')])
  await ended(pid)
})
