import { test } from 'bun:test'
import { containerPrograms } from './container.ts'

/** The programs that the tests of the long form run, and the packages of Debian that have them. */
export const longPrograms: Record<string, string> = {
  ...containerPrograms,
  'qemu-aarch64-static': 'qemu-user-static',
  buildah: 'buildah',
  busybox: 'busybox-static',
  caddy: 'caddy',
  git: 'git',
  lintian: 'lintian',
  podman: 'podman',
  readelf: 'binutils',
  skopeo: 'skopeo',
}

/** A test of the long form, which is skipped where one of these programs is missing. */
export const longTest = (...programs: (keyof typeof longPrograms)[]) =>
  test.skipIf(programs.some((program) => !Bun.which(program)))

/** The variables that name what can't be installed, and what it is. */
export const givenRoots = {
  MUSL_ROOT_X64: 'the root folder of an Alpine system for x64 with the package libstdc++',
  MUSL_ROOT_ARM64: 'the root folder of an Alpine system for arm64 with the package libstdc++',
}
