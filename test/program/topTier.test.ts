import { expect, test } from 'bun:test'
import { closeSync, constants, copyFileSync, openSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../src/base/errors.ts'
import { binary, runBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { emptyFolder } from '../support/folder.ts'

const variable = 'BUN_JSC_thresholdForFTLOptimizeAfterWarmUp'

const linuxTest = test.skipIf(process.platform !== 'linux')

/** Opens a FIFO to write; undefined as long as nobody reads it. */
const openToWrite = (path: string) => {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (errorCode(error) === 'ENXIO') return
    throw error
  }
}

/** Runs the executable until it opens the FIFO that an argument names. @returns its arguments and the variable, as the system has them */
const readProcess = async (args: string[], env: Record<string, string> = {}) => {
  using folder = emptyFolder()
  Bun.spawnSync(['mkfifo', 'fifo'], { cwd: folder.path })
  const child = Bun.spawn([await binary(), ...args], {
    cwd: folder.path,
    env,
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: maxMs(10_000),
  })
  const path = join(folder.path, 'fifo')
  let fifo = openToWrite(path)
  for (; fifo === undefined; fifo = openToWrite(path)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended: ${await child.stderr.text()}`)
    await Bun.sleep(10)
  }
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8').split('\0').slice(0, -1)
  const found = { command: read('cmdline'), value: read('environ').find((line) => line.startsWith(`${variable}=`)) }
  child.kill('SIGKILL')
  await child.exited
  closeSync(fifo)
  return found
}

linuxTest.each([
  'seed fifo --database library.db',
  'import fifo --quiet',
  'export --config fifo',
  'undo 1 --config fifo',
])('%s has a late top tier of the compiler, as the same process with the same arguments', async (line) => {
  const args = line.split(' ')
  expect(await readProcess(args)).toEqual({ command: [await binary(), ...args], value: `${variable}=1000000` })
})

linuxTest('serve starts other programs, and keeps its environment as it is', async () => {
  expect((await readProcess(['serve', '--config', 'fifo'])).value).toBeUndefined()
})

linuxTest('a value that a person has set stays', async () => {
  expect((await readProcess(['seed', 'fifo'], { [variable]: '200000' })).value).toBe(`${variable}=200000`)
})

const catalogue = JSON.stringify({ labels: [{ name: 'Columbia' }] })

/** Seeds with a script of a shell, which gets the path of the executable as its name. */
const seed = async (script: string) => {
  using folder = emptyFolder()
  await Bun.write(join(folder.path, 'catalogue.json'), catalogue)
  return await runBinary(['-c', script, await binary()], { cwd: folder.path, program: 'sh' })
}

const seedFlags = '--new --database library.db --quiet'

linuxTest('the executable finds itself by its name, and reads standard input', async () => {
  const script = `ln -s "$0" music-library; PATH=".:$PATH"; cat catalogue.json | music-library seed - ${seedFlags}`
  expect(await seed(script)).toEqual({ code: 0, out: '', err: '' })
})

linuxTest('a file that the parent has opened is read, such as that of <(…) in a shell', async () => {
  expect(await seed(`"$0" seed /dev/fd/9 ${seedFlags} 9< catalogue.json`)).toEqual({ code: 0, out: '', err: '' })
})

linuxTest('an executable that was removed since it was started runs on', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'removed')
  copyFileSync(await binary(), path)
  const descriptor = openSync(path, 'r')
  unlinkSync(path)
  const program = `/proc/${process.pid}/fd/${descriptor}`
  const result = await runBinary(['import', '--example'], { cwd: folder.path, program })
  closeSync(descriptor)
  expect([result.code, result.err]).toEqual([0, ''])
})
