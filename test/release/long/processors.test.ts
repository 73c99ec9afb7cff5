import { expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import { emptyFolder } from '../../support/folder.ts'
import { runOk } from '../../support/process.ts'
import { temporaryFolder, unpackArchive } from '../fullRelease.ts'
import { unpackImage } from '../image.ts'
import { longTest } from '../longPrograms.ts'
import { useProgram, writeScript } from '../useProgram.ts'

// The oldest and smallest processors for which docs/install.md has a file, as an emulator knows them.

setDefaultTimeout(1_800_000)

/** Serves, and logs in, with a response that is compressed with zstd; then reads, seeds and checks the library with commands. */
const useAll = async (script: string, folder: string) => {
  await useProgram(script, { cwd: folder })
  const options = { timeoutMs: 300_000 }
  const library = ['--database', join(folder, 'data/music-library.db')]
  await runOk([script, 'export', join(folder, 'list.json'), ...library], folder, options)
  expect(await runOk([script, 'seed', join(folder, 'list.json'), ...library], folder, options)).toContain(
    '229 unchanged',
  )
  expect(await runOk([script, 'doctor', ...library], folder, options)).toContain('ok     health')
}

const emulate = (cpu: string) => ['qemu-x86_64-static', '-cpu', cpu]

/** How a program ends under the emulator of a processor. */
const signalOf = (cpu: string, command: string[]) => {
  const { exitCode, signalCode } = Bun.spawnSync([...emulate(cpu), ...command], { timeout: 300_000 })
  return signalCode ?? exitCode
}

longTest('qemu-x86_64-static')(
  'linux-x64 serves, logs in, seeds and checks without AVX2, and does not start without SSE4.2',
  async () => {
    using folder = emptyFolder()
    const program = join(await unpackArchive('linux-x64'), 'music-library')
    const command = `${emulate('Nehalem').join(' ')} '${program}'`
    await useAll(await writeScript(temporaryFolder(), 'nehalem.sh', command), folder.path)
    // As docs/install.md says.
    const commandWithDatabase = [program, 'seed', '--sample', '--database', join(folder.path, 'other.db')]
    for (const cpu of ['qemu64', 'kvm64']) expect([cpu, signalOf(cpu, commandWithDatabase)]).toEqual([cpu, 'SIGILL'])
  },
)

longTest('qemu-aarch64-static').each([
  ['cortex-a53', 'Raspberry Pi 3 and Zero 2'],
  ['cortex-a72', 'Raspberry Pi 4'],
])('linux-arm64 does the same on %s, the processor of a %s', async (cpu) => {
  using folder = emptyFolder()
  const { root } = await unpackImage('arm64')
  const program = join(await unpackArchive('linux-arm64'), 'music-library')
  const command = `qemu-aarch64-static -cpu ${cpu} -L '${root}' '${program}'`
  await useAll(await writeScript(temporaryFolder(), `${cpu}.sh`, command), folder.path)
})
