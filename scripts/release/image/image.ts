import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../../package.json'
import { projectHome } from '../../../src/base/projectHome.ts'
import type { Executable, Release, Step } from '../release.ts'
import { createTar } from '../tar.ts'
import { libraryFolder, userId } from './base.ts'
import { createLayers, type Layer, programPath } from './layers.ts'

/** Content in the image that others refer to. */
interface Descriptor {
  mediaType: string
  digest: string
  size: number
}

const platforms = { x64: 'amd64', arm64: 'arm64' }
const targets = ['linux-x64', 'linux-arm64']
const mediaType = (name: string) => `application/vnd.oci.image.${name}`
const nanoseconds = 1e9

/**
 * `music-library-VERSION-oci.tar`: an image for linux/amd64 and linux/arm64, as an OCI image layout
 * (https://github.com/opencontainers/image-spec/blob/main/image-layout.md). It is made if both are among the targets.
 */
export const writeImage: Step = async (release) => {
  const { version, executables, folder, work, date } = release
  const built = executables.filter(({ target }) => targets.includes(target.name))
  if (built.length < targets.length) return
  const layout = join(work, 'image/layout')
  const store = createStore(layout)
  const manifests: Descriptor[] = []
  const legacyManifests: object[] = []
  for (const executable of built) {
    const layers = await createLayers(release, executable)
    const blobs: Descriptor[] = []
    for (const { bytes } of layers) blobs.push(await store(mediaType('layer.v1.tar+gzip'), bytes))
    const config = await store(mediaType('config.v1+json'), toBytes(imageConfig(release, executable, layers)))
    const text = toBytes({ schemaVersion: 2, mediaType: mediaType('manifest.v1+json'), config, layers: blobs })
    const platform = { os: 'linux', architecture: platforms[executable.target.cpu] }
    manifests.push(Object.assign(await store(mediaType('manifest.v1+json'), text), { platform }))
    const suffix = executable.target.cpu === 'x64' ? '' : `-${executable.target.cpu}`
    const RepoTags = [`music-library:${version}${suffix}`]
    legacyManifests.push({ Config: blobPath(config), RepoTags, Layers: blobs.map(blobPath) })
  }
  const indexHeader = { schemaVersion: 2, mediaType: mediaType('index.v1+json') }
  const index = await store(mediaType('index.v1+json'), toBytes({ ...indexHeader, manifests }))
  const annotations = {
    'org.opencontainers.image.ref.name': version,
    // The name that `docker load` and `podman load` give the image.
    'io.containerd.image.name': `docker.io/library/music-library:${version}`,
  }
  await Bun.write(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  await Bun.write(
    join(layout, 'index.json'),
    JSON.stringify({ ...indexHeader, manifests: [{ ...index, annotations }] }),
  )
  // Docker without the image store of containerd reads only this file.
  await Bun.write(join(layout, 'manifest.json'), JSON.stringify(legacyManifests))
  await createTar(join(folder, `music-library-${version}-oci.tar`), { folder: layout, entry: '.', date })
}

/** Writes content into a layout, under its hash. */
const createStore =
  (layout: string) =>
  async (mediaType: string, bytes: Uint8Array): Promise<Descriptor> => {
    const digest = `sha256:${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}`
    const descriptor = { mediaType, digest, size: bytes.length }
    mkdirSync(join(layout, 'blobs/sha256'), { recursive: true })
    await Bun.write(join(layout, blobPath(descriptor)), bytes)
    return descriptor
  }

const blobPath = ({ digest }: Descriptor) => `blobs/${digest.replace(':', '/')}`

const toBytes = (value: object) => new TextEncoder().encode(JSON.stringify(value))

/** https://github.com/opencontainers/image-spec/blob/main/config.md, and Docker's `Healthcheck`, whose times are in nanoseconds. */
const imageConfig = ({ version, date }: Release, { target }: Executable, layers: readonly Layer[]) => ({
  created: date.toISOString(),
  architecture: platforms[target.cpu],
  os: 'linux',
  config: {
    User: `${userId}:${userId}`,
    Env: ['PATH=/usr/bin', 'HOST=0.0.0.0', `DATABASE_URL=/${libraryFolder}/library.db`],
    Entrypoint: [programPath],
    Cmd: ['serve'],
    WorkingDir: `/${libraryFolder}`,
    ExposedPorts: { '3000/tcp': {} },
    Volumes: { [`/${libraryFolder}`]: {} },
    StopSignal: 'SIGTERM',
    Healthcheck: {
      Test: ['CMD', programPath, 'healthcheck'],
      Interval: 30 * nanoseconds,
      Timeout: 5 * nanoseconds,
      StartPeriod: 10 * nanoseconds,
      Retries: 3,
    },
    Labels: {
      'org.opencontainers.image.title': 'music-library',
      'org.opencontainers.image.description': manifest.description,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.created': date.toISOString(),
      'org.opencontainers.image.authors': 'The music-library authors',
      'org.opencontainers.image.vendor': 'music-library',
      'org.opencontainers.image.licenses': manifest.license,
      ...(projectHome && {
        'org.opencontainers.image.documentation': `${projectHome}/docs/install.md`,
        'org.opencontainers.image.url': projectHome,
        'org.opencontainers.image.source': `${projectHome}/source.git`,
      }),
    },
  },
  rootfs: { type: 'layers', diff_ids: layers.map(({ uncompressed }) => `sha256:${uncompressed}`) },
})
