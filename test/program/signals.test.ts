import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** Runs an operation that waits, in a process of its own, and sends it SIGTERM. @param before - what the operation does before it waits */
const stopDuring = async (before: string) => {
  const module = JSON.stringify(join(import.meta.dir, '../../src/program/signals.ts'))
  const script = `const { withStopMessage } = await import(${module})
await withStopMessage(async (onChanged) => {
  ${before}
  console.log('waiting')
  await Bun.sleep(600_000)
})`
  await using child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' })
  await child.stdout.getReader().read()
  child.kill('SIGTERM')
  await child.exited
  return [child.exitCode ?? child.signalCode, await child.stderr.text()]
}

test('an operation that a signal ends says that nothing was changed, but not after a change', async () => {
  expect(await stopDuring('')).toEqual([143, 'music-library: Stopped. Nothing was changed.\n'])
  expect(await stopDuring('onChanged()')).toEqual(['SIGTERM', ''])
})
