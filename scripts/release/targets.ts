/** A platform that the release has an executable for. */
export interface Target {
  /** As in the names of files: `linux-x64-musl`. */
  name: string
  /** As Node calls them. */
  os: 'linux' | 'darwin' | 'win32'
  cpu: 'x64' | 'arm64'
  /** Only on Linux. */
  libc?: 'glibc' | 'musl'
  /** What the bundler calls the platform. */
  bundlerTarget: Bun.Build.CompileTarget
  /** The package with the runtime, in scripts/release/runtimes/bun.lock. */
  runtime: string
  /** The file name of the executable. It is part of its bytes, so it has no version. */
  executable: 'music-library' | 'music-library.exe'
}

const linux = { os: 'linux', executable: 'music-library' } as const

/**
 * An executable for darwin-x64 is not among them: its signature is still that of the runtime. With Bun 1.4.5, the hashes of 75 pages differ from its
 * content, and the pages after the runtime have none. Bun signs only executables for arm64 anew.
 */
export const targets: readonly Target[] = [
  { name: 'linux-x64', ...linux, cpu: 'x64', libc: 'glibc', bundlerTarget: 'bun-linux-x64', runtime: 'bun-linux-x64' },
  {
    name: 'linux-arm64',
    ...linux,
    cpu: 'arm64',
    libc: 'glibc',
    bundlerTarget: 'bun-linux-arm64',
    runtime: 'bun-linux-aarch64',
  },
  {
    name: 'linux-x64-musl',
    ...linux,
    cpu: 'x64',
    libc: 'musl',
    bundlerTarget: 'bun-linux-x64-musl',
    runtime: 'bun-linux-x64-musl',
  },
  {
    name: 'linux-arm64-musl',
    ...linux,
    cpu: 'arm64',
    libc: 'musl',
    bundlerTarget: 'bun-linux-arm64-musl',
    runtime: 'bun-linux-aarch64-musl',
  },
  {
    name: 'darwin-arm64',
    os: 'darwin',
    cpu: 'arm64',
    bundlerTarget: 'bun-darwin-arm64',
    runtime: 'bun-darwin-aarch64',
    executable: 'music-library',
  },
  {
    name: 'windows-x64',
    os: 'win32',
    cpu: 'x64',
    bundlerTarget: 'bun-windows-x64',
    runtime: 'bun-windows-x64',
    executable: 'music-library.exe',
  },
]
