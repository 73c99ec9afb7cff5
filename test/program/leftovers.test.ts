import { expect, test } from 'bun:test'
import { copyFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { createLargeCliLibrary } from '../support/cliLibrary.ts'

/** Starts a command, and stops its process when it has begun to write a file in a folder. */
const stopWhileWriting = async (cwd: string, args: readonly string[], folder: string) => {
  const program = await binary()
  const isWriting = () => temporaryFiles(folder).some((name) => !name.includes('.lock.'))
  const child = Bun.spawn([program, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'], timeout: maxMs(60_000) })
  while (!isWriting()) {
    expect(child.exitCode).toBeNull()
    await Bun.sleep(0)
  }
  child.kill('SIGSTOP')
  return child
}

const temporaryFiles = (folder: string) => readdirSync(folder).filter((name) => name.includes('.part'))

test('doctor names the copy that a killed restore has left, and a start of the server deletes it', async () => {
  using library = await createLargeCliLibrary()
  const data = dirname(library.path)
  const backup = join(library.folder, 'backup.db')
  copyFileSync(library.path, backup)
  const restore = await stopWhileWriting(library.folder, ['restore', backup, '--database', library.path], data)
  const says = 'music-library.db.music-library-'
  expect((await library.run('doctor')).out).not.toContain(says)
  restore.kill('SIGKILL')
  await restore.exited
  expect(temporaryFiles(data)).not.toEqual([])
  const { out, code } = await library.run('doctor')
  expect([code, out]).toEqual([0, expect.stringMatching(/note {3}temporary {4}\d+ files of .+ that a killed program/)])
  expect(out).toContain(join(data, says))
  await using server = await library.serve()
  await server.waitForOutput(`Deleted ${join(data, says)}`)
  expect(temporaryFiles(data)).toEqual([])
  expect((await library.run('doctor')).out).toContain('ok     temporary')
})
