import { expect, setDefaultTimeout, test } from 'bun:test'
import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { userId } from '../../../scripts/release/image/base.ts'
import { runOk } from '../../support/process.ts'
import { makeRoot } from '../container.ts'
import { temporaryFolder, unpackArchive } from '../fullRelease.ts'
import { imageFile, type UnpackedImage, unpackImage, writeRunner } from '../image.ts'
import { longTest } from '../longPrograms.ts'
import { useProgram } from '../useProgram.ts'

const timeoutMs = 1_800_000
setDefaultTimeout(timeoutMs)
const maxPackedBytes = 60e6
const isRoot = process.getuid?.() === 0

/** Runs an image, which must write its library into the volume. */
const useImage = async (image: Pick<UnpackedImage, 'root' | 'config'>) => {
  const volume = join(temporaryFolder(), `volume-${crypto.randomUUID()}`)
  mkdirSync(volume, { mode: 0o700 })
  chownSync(volume, userId, userId)
  await useProgram(await writeRunner(image, volume), { cwd: '/' })
  expect(readdirSync(volume)).toContain('library.db')
  expect(statSync(join(volume, 'library.db')).uid).toBe(userId)
}

test.skipIf(!isRoot)(
  'the image runs with a read-only root as its user, which is not root, and stops with SIGTERM',
  async () => {
    await useImage(await unpackImage('amd64'))
  },
)

for (const architecture of ['amd64', 'arm64'] as const) {
  test.skipIf(!isRoot)(`the image for ${architecture} has what engines need, and is small`, async () => {
    const { config, layers, root } = await unpackImage(architecture)
    expect(config).toMatchObject({
      User: `${userId}:${userId}`,
      Entrypoint: ['/usr/bin/music-library'],
      Cmd: ['serve'],
      ExposedPorts: { '3000/tcp': {} },
      Volumes: { '/var/lib/music-library': {} },
      Healthcheck: { Test: ['CMD', '/usr/bin/music-library', 'healthcheck'], Interval: 30e9 },
    })
    expect(layers.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(maxPackedBytes)
    const { uid, mode } = statSync(join(root, 'var/lib/music-library'))
    expect([uid, mode & 0o777]).toEqual([userId, 0o700])
    expect(statSync(join(root, 'tmp')).mode & 0o1777).toBe(0o1777)
    expect(await Bun.file(join(root, 'usr/share/doc/libc6/copyright')).text()).toContain('GNU Lesser')
  })
}

longTest('skopeo')('skopeo reads the image of both platforms, and all hashes are right', async () => {
  const source = `oci-archive:${await imageFile()}`
  for (const architecture of ['amd64', 'arm64']) {
    const inspected = JSON.parse(await runOk(['skopeo', `--override-arch=${architecture}`, 'inspect', source], '/'))
    expect(inspected.Architecture).toBe(architecture)
    const names = ['title', 'description', 'version', 'created', 'authors', 'vendor', 'licenses', 'url', 'source']
    const labels = [...names, 'documentation'].map((name) => inspected.Labels[`org.opencontainers.image.${name}`])
    expect(labels.every((label) => typeof label === 'string' && label !== '')).toBe(true)
    expect(labels[2]).toBe(version)
  }
  await runOk(['skopeo', 'copy', '--all', source, `dir:${join(temporaryFolder(), 'copied image')}`], '/')
})

longTest('podman')('podman loads the image under the name that the docs say', async () => {
  const storage = ['--storage-driver=vfs', '--root', join(temporaryFolder(), 'podman')]
  const out = await runOk(['podman', ...storage, 'load', '--input', await imageFile()], '/', { timeoutMs })
  expect(out).toContain(`music-library:${version}`)
  const inspect = ['podman', ...storage, 'image', 'inspect', '--format={{.User}}', `music-library:${version}`]
  expect((await runOk(inspect, '/')).trim()).toBe(`${userId}:${userId}`)
})

longTest('podman', 'mmdebstrap')(
  'deploy/Containerfile makes an image from the folder of an archive, and it runs',
  async () => {
    // The path of --runroot may have 50 characters.
    const folder = temporaryFolder()
    const podman = ['podman', '--storage-driver=vfs', `--root=${folder}/images`, `--runroot=${folder}/run`]
    // In the place of the image of Debian, which would be downloaded.
    const base = join(folder, 'debian.tar')
    await runOk(['tar', '--create', '--file', base, '--directory', makeRoot('bookworm'), '.'], '/', { timeoutMs })
    await runOk([...podman, 'import', base, 'docker.io/library/debian:12-slim'], '/', { timeoutMs })
    // Each layer would be a copy of the base, and the format of OCI has no health checks.
    const options = ['--isolation=chroot', '--pull=never', '--layers=false', '--format=docker', '--tag=music-library']
    const file = join(import.meta.dir, '../../../deploy/Containerfile')
    const context = await unpackArchive('linux-x64')
    await runOk([...podman, 'build', ...options, `--file=${file}`, context], '/', { timeoutMs })
    const [{ Config: config }] = JSON.parse(await runOk([...podman, 'image', 'inspect', 'music-library'], '/'))
    expect(config).toMatchObject({ User: `${userId}:${userId}`, Cmd: ['serve'] })
    await useImage({ root: (await runOk([...podman, 'image', 'mount', 'music-library'], '/')).trim(), config })
  },
)
