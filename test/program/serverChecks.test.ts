import { expect, test } from 'bun:test'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'
import { amount, everyNth } from '../support/longForm.ts'

// One list of checks: what `serve` rejects, `config` and a reload reject with the same words.

const flags = [
  [],
  ['--demo'],
  ['--control'],
  ['--now', '2026-01-01T00:00:00Z'],
  ['--new'],
  ['--reset-every', '5m'],
  ['--demo-latency', '300ms'],
  ['--demo-paths', '/api/*'],
  ['--database', ':memory:'],
  ['--database', 'postgres://me@127.0.0.1:1/music'],
  ['--backup-every', '24h'],
  ['--metrics-port', '3000'],
  ['--auth-header', 'Remote-Email'],
  ['--trusted-proxies', '127.0.0.1'],
] as const

/** The combinations of two, each alone, and none. */
const pairsOf = <Item>(items: readonly Item[]) =>
  items.flatMap((first, index) => items.slice(index + 1).map((second) => [first, second] as const))

test('serve and config reject the same combinations of flags with the same line, before anything is opened', async () => {
  using folder = createCliFolder()
  const combinations = everyNth(pairsOf(flags), 4).map((pair) => pair.flat())
  let rejected = 0
  for (const combination of combinations) {
    const config = await folder.run(['config', ...combination])
    // A start without an error in its settings ends with the first file that is missing.
    const serve = ['serve', ...combination, '--seed', 'missing.json']
    if (config.code === 0) {
      const { code, err } = await folder.run(serve)
      expect([combination, code, err]).toEqual([combination, 1, expect.stringContaining('missing.json')])
    } else {
      rejected++
      expectFailure(config, 2, '')
      expect([combination, await folder.reject(serve)]).toEqual([combination, config])
    }
  }
  expect(rejected).toBeGreaterThan(amount(10, 40))
  expect(combinations.length - rejected).toBeGreaterThan(amount(5, 20))
  expect(folder.list()).toEqual([])
})

const lines = [
  '',
  'demo-latency = "300ms"',
  'demo-errors = "5%"',
  'demo-paths = "/api/*"',
  'database = "postgres://me@127.0.0.1:1/music"',
  'backup-every = "24h"',
  'keep-snapshots = 2',
  'metrics-port = 3000',
  'auth-header = "Remote-Email"',
  'trusted-proxies = "127.0.0.1"',
  'auth-groups-header = "Remote-Groups"',
  'console = "off"',
]

test('a reload rejects the same combinations of settings with the same words', async () => {
  using folder = createCliFolder({ 'all.toml': '' })
  await using server = await folder.serve('--config all.toml')
  for (const pair of everyNth(pairsOf(lines), 4)) {
    folder.write('all.toml', pair.join('\n'))
    const { code, err } = await folder.run('config --config all.toml --port 0')
    const { length } = server.output
    process.kill(server.pid, 'SIGHUP')
    await server.waitForOutput(' reloaded', length)
    await server.waitForOutput('\n', server.output.indexOf(' reloaded', length))
    const sentence = err.replace('music-library: ', '')
    expect([pair, server.output.slice(length)]).toEqual([
      pair,
      expect.stringContaining(code === 0 ? 'The settings were reloaded.' : `all stay as they are. ${sentence}`),
    ])
  }
})
