import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { runOk } from '../support/process.ts'
import { fullRelease, temporaryFolder } from './fullRelease.ts'

/** The file with the image. */
export const imageFile = async (): Promise<string> => join(await fullRelease(), `music-library-${version}-oci.tar`)

interface Descriptor {
  digest: string
  size: number
  platform?: { architecture: string }
}

/** What a platform's image consists of. */
export interface UnpackedImage {
  /** The folder with the contents of all layers. */
  root: string
  layers: Descriptor[]
  config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    Volumes: Record<string, object>
    ExposedPorts: Record<string, object>
    Healthcheck: { Test: string[]; Interval: number }
  }
}

/** Unpacks the layers for a platform into a folder. It needs root, for the owners of the files. */
export const unpackImage = async (architecture: 'amd64' | 'arm64'): Promise<UnpackedImage> => {
  const folder = join(temporaryFolder(), `image-${architecture}-${crypto.randomUUID()}`)
  const [layout, root] = [join(folder, 'layout'), join(folder, 'root')]
  for (const path of [layout, root]) mkdirSync(path, { recursive: true })
  await runOk(['tar', 'xf', await imageFile(), '-C', layout], folder)
  const pathOf = ({ digest }: Descriptor) => join(layout, 'blobs', digest.replace(':', '/'))
  const read = async (descriptor: Descriptor) => Bun.file(pathOf(descriptor)).json()
  const { manifests } = await read((await Bun.file(join(layout, 'index.json')).json()).manifests[0])
  const manifest = await read(manifests.find(({ platform }: Descriptor) => platform?.architecture === architecture))
  for (const layer of manifest.layers) await runOk(['tar', 'xzf', pathOf(layer), '-C', root], folder)
  const { config } = await read(manifest.config)
  return { root, layers: manifest.layers, config }
}

/**
 * Writes a script that runs the image as an engine for containers does: its root is read-only, /tmp and the volume are not, and the user
 * and the environment are those of the image. It needs root.
 */
export const writeRunner = async (
  { root, config }: Pick<UnpackedImage, 'root' | 'config'>,
  volume: string,
): Promise<string> => {
  const file = `${root}.sh`
  const inside = `${root}.inside.sh`
  await Bun.write(file, `#!/bin/sh\nexec unshare --mount sh ${inside} "$@"\n`)
  await Bun.write(
    inside,
    `set -e
mount --bind ${root} ${root}
mount --bind ${volume} ${root}${Object.keys(config.Volumes)[0]}
mount -t proc proc ${root}/proc
mount -o remount,bind,ro ${root}
mount -t tmpfs tmpfs ${root}/tmp
exec env -i ${config.Env.join(' ')} LOG_FORMAT=text /usr/sbin/chroot --userspec=${config.User} ${root} ${config.Entrypoint.join(' ')} "$@"
`,
  )
  for (const script of [file, inside]) chmodSync(script, 0o755)
  return file
}
