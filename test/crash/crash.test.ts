import { expect, test } from 'bun:test'
import { createRandom } from '../../src/base/random.ts'
import { maxMs } from '../support/bounds.ts'
import { fileTest } from '../support/fileTest.ts'
import { emptyFolder } from '../support/folder.ts'
import { amount } from '../support/longForm.ts'
import { overwriteServed, runBesides } from './foreignWrites.ts'
import { killCheckpoints } from './killCheckpoints.ts'
import { type KillScenario, killBackup, killSeed, killServer, killUpgrade } from './killScenarios.ts'

// The short form of the test. `bun run test --crash` kills the executable far more often.

const serverKills = 4
const commandKills = amount(2, 3)
/** The fewest acknowledged writes with which the test says something. */
const minAcknowledgedWrites = 20
const timeoutMs = maxMs(60_000)

test('a server that is killed while clients write loses no acknowledged write', async () => {
  using folder = emptyFolder()
  const { kills, checked, failures } = await killServer(folder.path, serverKills, createRandom(Date.now()))
  expect(failures).toEqual([])
  expect(kills).toBe(serverKills)
  expect(checked).toBeGreaterThan(minAcknowledgedWrites)
})

const testCommand = async (killScenario: KillScenario) => {
  using folder = emptyFolder()
  const { kills, failures } = await killScenario(folder.path, commandKills, createRandom(Date.now()))
  expect(failures).toEqual([])
  expect(kills).toBeGreaterThan(0)
}

test.each([
  ['a seed', killSeed],
  ['a backup', killBackup],
] as const)('%s that is killed is complete or has no effect', (_, killScenario) => testCommand(killScenario), timeoutMs)

fileTest(
  'an upgrade that is killed is complete or has no effect (only files have older schemas)',
  () => testCommand(killUpgrade),
  timeoutMs,
)

fileTest(
  'a library and its WAL belong together after each kill in a checkpoint',
  async () => {
    using folder = emptyFolder()
    const { checked, failures } = await killCheckpoints(folder.path, amount(10, 100), createRandom(Date.now()))
    expect(failures).toEqual([])
    expect(checked).toBeGreaterThan(0)
  },
  timeoutMs,
)

fileTest(
  'after another program has written into the file of a served library, in four ways, no write is confirmed',
  async () => {
    using folder = emptyFolder()
    const { failures } = await overwriteServed(folder.path, amount(4, 8), createRandom(Date.now()))
    expect(failures).toEqual([])
  },
  timeoutMs,
)

fileTest(
  'commands beside a server, also killed ones, do not count as other programs',
  async () => {
    using folder = emptyFolder()
    const { checked, failures } = await runBesides(folder.path, amount(15, 100), createRandom(Date.now()))
    expect(failures).toEqual([])
    expect(checked).toBeGreaterThan(minAcknowledgedWrites)
  },
  timeoutMs,
)
