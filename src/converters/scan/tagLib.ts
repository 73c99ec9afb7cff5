import { extname, resolve } from 'node:path'
import { TagLib } from 'taglib-wasm'
import wasm from '../../../node_modules/taglib-wasm/dist/taglib-wasi.wasm' with { type: 'file' }
import type { Tags } from './audio.ts'
import { type Container, extensions } from './container.ts'

// TagLib, which VLC and KDE read tags with, compiled to WebAssembly. https://taglib.org

export interface TaggedAudio {
  tags: Tags
  /** Milliseconds; 0 if it is not known. */
  durationMs: number
}

let tagLib: Promise<TagLib> | undefined

const load = (): Promise<TagLib> => {
  // In a bundle the path is relative to the bundle.
  tagLib ??= TagLib.initialize({ wasmUrl: resolve(import.meta.dir, wasm), forceWasmType: 'wasi' })
  return tagLib
}

/** The version of TagLib, such as `2.3.0`. */
export const readTagLibVersion = async (): Promise<string> => {
  return /TagLib ([\d.]+)/.exec((await load()).version())?.[1] ?? ''
}

/**
 * Reads the tags and the length of a file, of which TagLib reads only some parts.
 * @param container - what the file is by its content. TagLib goes by the extension, so that a file with a wrong one is read into memory
 * @returns undefined if the file is none that TagLib reads
 */
export const readTags = async (path: string, container: Container): Promise<TaggedAudio | undefined> => {
  const hasExtension = (extensions[container] as readonly string[]).includes(extname(path).slice(1).toLowerCase())
  const input = hasExtension ? path : await Bun.file(path).bytes()
  const file = await (await load()).open(input).catch(() => undefined)
  if (!file) return
  try {
    if (!file.isValid()) return
    return { tags: file.properties(), durationMs: file.audioProperties()?.durationMs ?? 0 }
  } finally {
    file.dispose()
  }
}
