import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { emptyFolder } from '../../support/folder.ts'
import { startNotifyReceiver } from '../../support/notifyReceiver.ts'
import { runOk } from '../../support/process.ts'
import { checkCodeSignature } from '../codeSignature.ts'
import { unpackArchive } from '../fullRelease.ts'
import { longTest } from '../longPrograms.ts'
import { makeMuslRoot, writeMuslRunner } from '../musl/root.ts'
import { useProgram } from '../useProgram.ts'

setDefaultTimeout(1_800_000)
const isRoot = process.getuid?.() === 0

test('linux-x64 serves, registers, lists, likes, and stops', async () => {
  using folder = emptyFolder()
  await useProgram(join(await unpackArchive('linux-x64'), 'music-library'), { cwd: folder.path })
})

describe.each([
  { target: 'linux-x64-musl', machine: 'x86_64', machineName: 'X86-64', givenRoot: process.env.MUSL_ROOT_X64 },
  {
    target: 'linux-arm64-musl',
    machine: 'aarch64',
    machineName: 'AArch64',
    givenRoot: process.env.MUSL_ROOT_ARM64,
    emulator: 'qemu-aarch64-static',
  },
] as const)('$target', ({ target, machine, machineName, givenRoot, ...rest }) => {
  const loader = `/lib/ld-musl-${machine}.so.1`
  const libc = `libc.musl-${machine}.so.1`
  const emulator = rest.emulator ? [rest.emulator] : []

  longTest('readelf')(`${target} is for the right machine, and needs musl and libstdc++ only`, async () => {
    const program = join(await unpackArchive(target), 'music-library')
    const out = await runOk(['readelf', '--file-header', '--program-headers', '--dynamic', program], '/', {
      env: { LC_ALL: 'C' },
    })
    expect(/Machine: .*/.exec(out)?.[0]).toContain(machineName)
    expect(out).toContain(`[Requesting program interpreter: ${loader}]`)
    expect([...out.matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, name]) => name)).toEqual(['libstdc++.so.6', libc])
  })

  const programs = [...emulator, 'python3', ...(givenRoot ? [] : [loader, `${machine}-linux-gnu-g++`])]
  test.skipIf(!isRoot || programs.some((program) => !Bun.which(program)))(
    `${target} serves, registers, lists, likes, and stops with musl, and the service manager is told`,
    async () => {
      using folder = emptyFolder()
      const root = givenRoot ?? (await makeMuslRoot(machine))
      const command = [
        ...emulator.map((name) => `${Bun.which(name)}`),
        join(await unpackArchive(target), 'music-library'),
      ]
      const program = await writeMuslRunner(root, folder.path, command)
      using receiver = await startNotifyReceiver(`@music-library-test-${crypto.randomUUID()}`, 300_000)
      await useProgram(program, { cwd: folder.path, env: { NOTIFY_SOCKET: receiver.path } })
      expect(await receiver.waitFor('STOPPING=1')).toContainEqual(expect.stringContaining('READY=1'))
    },
  )
})

test('the signature of darwin-arm64 has the hashes of its whole content', async () => {
  const program = Bun.file(join(await unpackArchive('darwin-arm64'), 'music-library'))
  const signature = checkCodeSignature(await program.bytes())
  expect(signature.wrongPages).toEqual([])
  expect(signature.signedBytes).toBe(signature.signatureStart)
  expect(signature.signatureEnd).toBe(program.size)
  expect(signature.pages).toBeGreaterThan(1000)
})

test('windows-x64 is an executable for the console of x64, with the version', async () => {
  const bytes = await Bun.file(join(await unpackArchive('windows-x64'), 'music-library.exe')).bytes()
  const view = new DataView(bytes.buffer)
  const header = view.getUint32(0x3c, true)
  expect(String.fromCharCode(...bytes.subarray(0, 2))).toBe('MZ')
  expect(String.fromCharCode(...bytes.subarray(header, header + 4))).toBe('PE\0\0')
  // IMAGE_FILE_MACHINE_AMD64, PE32+ and IMAGE_SUBSYSTEM_WINDOWS_CUI.
  const machine = view.getUint16(header + 4, true)
  const optional = header + 24
  expect([machine, view.getUint16(optional, true), view.getUint16(optional + 68, true)]).toEqual([0x8664, 0x20b, 3])
})
