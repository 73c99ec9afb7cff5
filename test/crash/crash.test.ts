import { expect, test } from 'bun:test'
import { emptyFolder } from '../support/folder.ts'
import { numbers } from '../support/random.ts'
import { killBackingUp, killSeeding, killServing, killUpgrading } from './crash.ts'

// The short form. `bun run test:crash` kills far more often.

test('a server that is killed while clients write has lost nothing that it acknowledged', async () => {
  using folder = emptyFolder()
  const { kills, checked, faults } = await killServing(folder.path, 4, numbers(Date.now()))
  expect(faults).toEqual([])
  expect(kills).toBe(4)
  expect(checked).toBeGreaterThan(20)
})

test.each([
  ['seed', killSeeding],
  ['an upgrade', killUpgrading],
  ['a backup', killBackingUp],
] as const)(
  '%s that is killed leaves all or nothing',
  async (_, kill) => {
    using folder = emptyFolder()
    const { kills, faults } = await kill(folder.path, 3, numbers(Date.now()))
    expect(faults).toEqual([])
    expect(kills).toBeGreaterThan(0)
  },
  60_000,
)
