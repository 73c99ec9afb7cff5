import { expect, test } from 'bun:test'
import { instantOf } from '../../src/library/clock.ts'
import { runSql } from '../support/audit.ts'
import { maxMs } from '../support/bounds.ts'
import { createCliFolder } from '../support/cliFolder.ts'

const dayMs = 86_400_000

/** Creates a library that has last been used so many days ago, by the clock of the machine. */
const createLibrary = async (days: number) => {
  const folder = createCliFolder()
  await folder.run('seed --sample --new')
  const path = folder.pathOf('data/music-library.db')
  const at = instantOf(Date.now() - days * dayMs)
  runSql(path, 'UPDATE cleanup_clock SET instant = ?', at)
  runSql(path, "INSERT INTO audit (created_at, source, action, restore) VALUES (?, 'cli', 'delete', '{}')", at)
  runSql(path, 'UPDATE audit SET created_at = ?', at)
  return { folder, path, doctor: async () => (await folder.run('doctor')).out }
}

test('a server that starts with the clock a year ahead deletes nothing, and says so, as doctor does', async () => {
  const { folder, path, doctor } = await createLibrary(400)
  using _folder = folder
  const ahead = (what: string) =>
    `The clock of this machine is 400 days ahead of ${what}. If it is wrong, set it: in each hour that a server runs, it deletes what one more day makes too old.`
  const note = `clock        ${ahead('the newest entry of the audit trail and the last cleanup')}`
  expect(await doctor()).toContain(note)
  const before = runSql(path, 'SELECT * FROM audit')
  expect(before.length).toBeGreaterThan(1)
  {
    await using server = await folder.serve('--metrics-port 0')
    await server.waitForOutput(ahead('the last cleanup'))
    const metricsUrl = /Metrics at (\S+)/.exec(server.output)?.[1] ?? ''
    const hasCleaned = async () => /^music_library_audit_bytes [1-9]/m.test(await (await fetch(metricsUrl)).text())
    for (const end = Date.now() + maxMs(3_000); !(await hasCleaned()) && Date.now() < end; ) await Bun.sleep(10)
    expect(await hasCleaned()).toBe(true)
    expect(server.output).not.toContain('Deleted what has ended')
  }
  expect(runSql(path, 'SELECT * FROM audit').slice(0, before.length)).toEqual(before)
  expect(await doctor()).toContain('note   clock')
  // The clock was right after all: there is a new entry.
  runSql(path, "INSERT INTO audit (created_at, source, action) VALUES (?, 'cli', 'login')", instantOf(Date.now()))
  expect(await doctor()).toContain('ok     clock        the newest entry')
})

test('doctor names a clock that is behind, too', async () => {
  const { folder, doctor } = await createLibrary(-31)
  using _folder = folder
  expect(await doctor()).toMatch(
    /^note +clock +The clock of this machine is (30|31) days behind .*\. If it is wrong, set it\.$/m,
  )
})
