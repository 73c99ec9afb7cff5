import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { emptyFolder } from '../support/folder.ts'

/** Bundles the parent, since Node can't run it from source. */
const buildParent = async (folder: string) => {
  const entry = join(import.meta.dir, 'parent.ts')
  const { success } = await Bun.build({ entrypoints: [entry], target: 'node', outdir: folder, naming: 'parent.mjs' })
  if (!success) throw new Error('The parent could not be built.')
  return join(folder, 'parent.mjs')
}

const startParent = async (runtime: string, file: string, action: string) => {
  const parent = Bun.spawn([runtime, file, action], {
    env: { PATH: process.env.PATH ?? '', MUSIC_LIBRARY_EXECUTABLE: await binary() },
    stdin: 'ignore',
    stdout: 'pipe',
    timeout: maxMs(30_000),
  })
  const { value } = await parent.stdout.getReader().read()
  return { parent, url: new TextDecoder().decode(value).trim() }
}

const statusOf = async (url: string) => {
  try {
    return (await fetch(`${url}/labels`)).status
  } catch {
    return undefined
  }
}

const waitForEnd = async (url: string) => {
  const deadline = Date.now() + maxMs(10_000)
  while ((await statusOf(url)) !== undefined) {
    if (Date.now() > deadline) throw new Error('The server still responds.')
    await Bun.sleep(20)
  }
}

test.each(['node', process.execPath])('in %s, the server ends when its parent is killed, or exits', async (runtime) => {
  using folder = emptyFolder()
  const file = await buildParent(folder.path)
  const waiting = await startParent(runtime, file, 'wait')
  expect(await statusOf(waiting.url)).toBe(401)
  waiting.parent.kill('SIGKILL')
  await waitForEnd(waiting.url)
  // It does not stop the server.
  const exiting = await startParent(runtime, file, 'exit')
  expect(exiting.url).toStartWith('http://127.0.0.1:')
  expect(await exiting.parent.exited).toBe(0)
  await waitForEnd(exiting.url)
})
