import { chmodSync, copyFileSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { runOk } from '../../support/process.ts'
import { temporaryFolder } from '../fullRelease.ts'

/** A processor, as the programs of Debian call it. */
type Machine = 'x86_64' | 'aarch64'

/**
 * Makes the root folder of a system that has only musl and libstdc++, as Alpine with its package libstdc++. Debian has musl, but no libstdc++ for it.
 * So its static libstdc++, which is compiled for glibc, becomes a shared library that is linked with musl. glibcFunctions.c has what musl lacks for
 * it; the linker fails, and names it, if anything is missing there.
 */
export const makeMuslRoot = async (machine: Machine): Promise<string> => {
  const root = join(temporaryFolder(), `musl-${machine}`)
  for (const path of ['lib', 'usr/lib', 'proc', 'mnt']) mkdirSync(join(root, path), { recursive: true })
  const loader = `/lib/ld-musl-${machine}.so.1`
  // The C library and its loader are one file.
  const libc = realpathSync(loader)
  copyFileSync(libc, join(root, loader))

  const compiler = `${machine}-linux-gnu-g++`
  const pathOf = async (name: string) => (await runOk([compiler, `-print-file-name=${name}`], '/')).trim()
  const [begin, end, library, unwinder, helpers] = await Promise.all(
    ['crtbeginS.o', 'crtendS.o', 'libstdc++.a', 'libgcc_eh.a', 'libgcc.a'].map(pathOf),
  )
  await runOk(
    [
      ...[compiler, '-shared', '-fPIC', '-O1', '-nostdlib', '-Wl,-soname,libstdc++.so.6', '-Wl,--no-undefined'],
      ...['-o', join(root, 'usr/lib/libstdc++.so.6'), `${begin}`],
      ...['-x', 'c', join(import.meta.dir, 'glibcFunctions.c'), '-x', 'none'],
      ...['-Wl,--whole-archive', `${library}`, '-Wl,--no-whole-archive'],
      ...[
        '-Wl,--start-group',
        `${unwinder}`,
        `${helpers}`,
        '-Wl,--end-group',
        '-L',
        dirname(libc),
        '-l:libc.so',
        `${end}`,
      ],
    ],
    '/',
  )
  return root
}

/**
 * Writes a script that runs a program in a root folder, of `makeMuslRoot` or of Alpine. It sees `folder` as /mnt, which is its working directory.
 * It needs root. The mounts end with the program.
 * @param command - the executable, after a static emulator if it needs one. They are copied into the folder.
 */
export const writeMuslRunner = async (root: string, folder: string, command: string[]): Promise<string> => {
  const runner = join(folder, 'run.sh')
  const inside = join(folder, 'inside.sh')
  for (const file of command) copyFileSync(file, join(folder, basename(file)))
  await Bun.write(runner, `#!/bin/sh\nexec unshare --mount sh '${inside}' "$@"\n`)
  await Bun.write(
    inside,
    `set -e
mount -t proc proc '${root}/proc'
mount --bind '${folder}' '${root}/mnt'
exec unshare --root='${root}' --wd=/mnt ${command.map((file) => `/mnt/${basename(file)}`).join(' ')} "$@"
`,
  )
  chmodSync(runner, 0o755)
  return runner
}
