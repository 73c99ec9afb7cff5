import { resolve } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { WasiToTagLibAdapter } from '../../../node_modules/taglib-wasm/dist/src/runtime/wasi-adapter/index.js'
import { loadWasiHost } from '../../../node_modules/taglib-wasm/dist/src/runtime/wasi-host-loader.js'
import wasm from '../../../node_modules/taglib-wasm/dist/taglib-wasi.wasm' with { type: 'file' }
import { maxPictureBytes, pictureExtension } from '../../base/pictures.ts'
import type { Tags } from './audio.ts'
import type { AudioFile } from './audioFile.ts'
import { type Container, extensions } from './container.ts'
import { type Patch, PatchedFile } from './patchedFile.ts'

// TagLib, which VLC and KDE read tags with, compiled to WebAssembly. https://taglib.org

export interface TaggedAudio {
  tags: Tags
  /** Milliseconds; 0 if it is not known. */
  durationMs: number
  /** The front cover, or else the first picture that may be one. */
  picture: { isFront: boolean; data: Uint8Array } | undefined
}

/**
 * The files that are being read, by the paths that TagLib has for them. It gets no path of the system, since its layer for
 * them takes `//` and `A:` for those of Windows, refuses `..` and replaces backslashes.
 */
const files = new Map<string, PatchedFile>()
let pathCount = 0

let tagLib: Promise<TagLib> | undefined

const load = async (): Promise<TagLib> => {
  const host = await loadWasiHost({
    // In a bundle the path is relative to the bundle.
    wasmPath: resolve(import.meta.dir, wasm),
    preopens: { '/': '/' },
    fs: {
      openSync: (path) => files.get(path) ?? fail(path),
      readFile: (path) => Bun.file(path).bytes(),
      isNotFoundError: () => true,
    },
  })
  // TagLib.initialize makes the same module, but with the file system of the machine.
  const module = Object.assign(new WasiToTagLibAdapter(host), { isWasi: true })
  return new TagLib(module as unknown as ConstructorParameters<typeof TagLib>[0])
}

const fail = (path: string): never => {
  throw new Error(`TagLib opens ${path}, which is not a file that is being read.`)
}

/** The version of TagLib, such as `2.3.0`. */
export const readTagLibVersion = async (): Promise<string> => {
  tagLib ??= load()
  return /TagLib ([\d.]+)/.exec((await tagLib).version())?.[1] ?? ''
}

/**
 * Reads the tags and the length of a file, of which TagLib reads only some parts.
 * @param container - what the file is by its content, whatever its extension is
 * @returns undefined if the file is none that TagLib reads
 */
export const readTags = async (
  file: AudioFile,
  container: Container,
  patch: Patch | undefined,
  withPicture: boolean,
): Promise<TaggedAudio | undefined> => {
  tagLib ??= load()
  // TagLib goes by the extension.
  const path = `/${++pathCount}.${extensions[container]}`
  files.set(path, new PatchedFile(file, patch))
  try {
    using audio = await (await tagLib).open(path).catch(() => undefined)
    if (!audio?.isValid()) return
    const pictures = (withPicture ? audio.getPictures() : [])
      .filter(({ data }) => data.length <= maxPictureBytes && pictureExtension(data) !== undefined)
      .map(({ type, data }) => ({ isFront: type === 'FrontCover', data }))
    return {
      tags: audio.properties(),
      durationMs: audio.audioProperties()?.durationMs ?? 0,
      picture: pictures.find(({ isFront }) => isFront) ?? pictures[0],
    }
  } finally {
    files.delete(path)
  }
}
