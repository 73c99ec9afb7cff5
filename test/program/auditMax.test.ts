import { expect, test } from 'bun:test'
import { runSql } from '../support/audit.ts'
import { createCliFolder } from '../support/cliFolder.ts'

/** Creates a library whose audit trail takes a little more than 2 MiB. */
const createLibrary = async () => {
  const folder = createCliFolder()
  await folder.run('seed --sample --new')
  runSql(
    folder.pathOf('data/music-library.db'),
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
     INSERT INTO audit (created_at, source, action, record, changes)
       SELECT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), 'cli', 'update', 'labels/' || n, '{"name":{"from":null,"to":"' || hex(zeroblob(500)) || '"}}'
         FROM numbers`,
  )
  return folder
}

test('doctor tells the size of the audit trail, and when its oldest entries are deleted for it', async () => {
  using folder = await createLibrary()
  const doctor = async (args: string) => (await folder.run(`doctor ${args}`)).out
  expect(await doctor('')).toMatch(/^ok +audit +2\.\d of at most 256 MiB$/m)
  expect(await doctor('--audit-max 1')).toMatch(
    /^note +audit +2\.\d of at most 1 MiB: the oldest entries are deleted before audit-keep\. See audit-max$/m,
  )
})

test('a server keeps the audit trail within its maximum, and the metrics tell its size', async () => {
  using folder = await createLibrary()
  await using server = await folder.serve('--audit-max 1 --metrics-port 0')
  await server.waitForOutput('/metrics\n')
  const metricsUrl = /Metrics at (\S+)/.exec(server.output)?.[1] ?? ''
  const readMetric = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(metricsUrl)).text())?.[1])
  while ((await readMetric('music_library_audit_bytes')) === 0) await Bun.sleep(10)
  expect(await readMetric('music_library_audit_max_bytes')).toBe(1_048_576)
  const bytes = await readMetric('music_library_audit_bytes')
  expect(bytes).toBeLessThanOrEqual(1_048_576)
  expect(bytes).toBeGreaterThan(1_040_000)
  const entries = JSON.parse((await folder.run('audit --record labels --json')).out)
  expect(entries.length).toBeLessThan(1_000)
  expect(entries.at(-1).record).toBe('labels/2000')
})
