import { test } from 'bun:test'
import { containerPrograms } from './container.ts'

/** The programs that the tests of the long form run, and the packages of Debian that have them. */
export const longPrograms: Record<string, string> = {
  ...containerPrograms,
  '/lib/ld-musl-aarch64.so.1': 'musl:arm64',
  '/lib/ld-musl-x86_64.so.1': 'musl',
  'aarch64-linux-gnu-g++': 'g++-aarch64-linux-gnu',
  'qemu-aarch64-static': 'qemu-user-static',
  'qemu-x86_64-static': 'qemu-user-static',
  'x86_64-linux-gnu-g++': 'g++',
  git: 'git',
  lintian: 'lintian',
  podman: 'podman',
  rclone: 'rclone',
  readelf: 'binutils',
  restic: 'restic',
  rsync: 'rsync',
  skopeo: 'skopeo',
}

/** A test of the long form, which is skipped where one of these programs is missing. */
export const longTest = (...programs: (keyof typeof longPrograms)[]) =>
  test.skipIf(programs.some((program) => !Bun.which(program)))

/** The variables that can name the root folder of an Alpine system, and its processor. Without them, a root is made of packages of Debian. */
export const muslRoots = { MUSL_ROOT_X64: 'x86_64', MUSL_ROOT_ARM64: 'aarch64' }
