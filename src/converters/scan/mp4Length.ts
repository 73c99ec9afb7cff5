import type { AudioFile } from './audioFile.ts'
import { type Atom, findAtom, findAtoms, readContent } from './mp4Atoms.ts'

// Fragments, in which players get MP4 from the web, and programs that download store it. ISO/IEC 14496-12, 8.8

/** The length of a fragmented file in seconds, which its header does not say; undefined if it has no fragment. */
export const readFragmentsLength = async (file: AudioFile): Promise<number | undefined> => {
  const header = await contentAt(file, 'moov', 'trak', 'mdia', 'mdhd')
  const defaults = await contentAt(file, 'moov', 'mvex', 'trex')
  if (!header || !defaults) return
  const timescale = readNumber(header, header[0] === 1 ? 20 : 12)
  const track = readNumber(defaults, 4)
  let duration = 0
  for await (const fragment of findAtoms(file, { content: 0, end: file.size }, 'moof'))
    for await (const part of findAtoms(file, fragment, 'traf'))
      duration += await durationOf(file, part, track, readNumber(defaults, 12))
  return duration > 0 && timescale > 0 ? duration / timescale : undefined
}

/** The duration of the samples that a fragment has of a track. @param sampleDuration - of samples without one of their own */
const durationOf = async (file: AudioFile, part: Atom, track: number, sampleDuration: number): Promise<number> => {
  const header = await contentOf(file, part, 'tfhd')
  if (!header || readNumber(header, 4) !== track) return 0
  const flags = readNumber(header, 0)
  const defaultAt = 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4)
  const defaultDuration = (flags & 8) === 0 ? sampleDuration : readNumber(header, defaultAt)
  let duration = 0
  for await (const atom of findAtoms(file, part, 'trun'))
    duration += sumSamples(await readContent(file, atom), defaultDuration)
  return duration
}

/** The values of a sample that a run may have: its duration, size, flags and offset. */
const sampleFlags = [0x100, 0x200, 0x400, 0x800]

const sumSamples = (run: Buffer, defaultDuration: number): number => {
  const flags = readNumber(run, 0)
  const count = readNumber(run, 4)
  if ((flags & 0x100) === 0) return count * defaultDuration
  const sampleBytes = 4 * sampleFlags.filter((flag) => (flags & flag) !== 0).length
  let duration = 0
  let position = 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4)
  for (let sample = 0; sample < count && position < run.length; sample++, position += sampleBytes)
    duration += readNumber(run, position)
  return duration
}

const contentOf = async (file: AudioFile, parent: Atom, name: string) => {
  const { value } = await findAtoms(file, parent, name).next()
  return value && readContent(file, value)
}

const contentAt = async (file: AudioFile, ...path: string[]) => {
  const atom = await findAtom(file, ...path)
  return atom && readContent(file, atom)
}

/** 0 after the end. */
const readNumber = (bytes: Buffer, position: number) =>
  position + 4 <= bytes.length ? bytes.readUInt32BE(position) : 0
