import { expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import { targets } from '../../../scripts/release/targets.ts'
import { runOk } from '../../support/process.ts'
import { fullRelease, fullReleaseOfCopy } from '../fullRelease.ts'
import { longTest } from '../longPrograms.ts'

const timeoutMs = 3_600_000
setDefaultTimeout(timeoutMs)

longTest('git')('a release of the same sources in another folder has the same bytes', async () => {
  const read = async (folder: string) => (await Bun.file(join(folder, 'SHA256SUMS')).text()).trim().split('\n')
  const first = await read(await fullRelease())
  for (const { name } of targets) expect(first.join()).toContain(`-${name}.`)
  await runOk(['sha256sum', '--check', '--quiet', 'SHA256SUMS'], await fullRelease(), { timeoutMs })
  expect(await read(await fullReleaseOfCopy())).toEqual(first)
})
