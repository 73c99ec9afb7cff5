import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { readAudio } from '../../src/converters/scan/readAudio.ts'
import { scanFolder } from '../../src/converters/scan/scanFolder.ts'
import { emptyFolder } from './folder.ts'
import { programPath } from './packages.ts'
import { programTest } from './programs.ts'
import { shared } from './shared/shared.ts'

/** A test that is skipped where audio files can't be made. `mid3v2` is a program of mutagen. */
export const audioTest = programTest('ffmpeg', 'mid3v2', 'python3')

/** Sounds of 2.6 seconds, by name: the arguments of ffmpeg that make them. */
const sounds = {
  'flac.flac': [],
  'other.flac': [],
  'piped.flac': ['-f', 'flac', 'pipe:1'],
  'mp3.mp3': [],
  'no-header.mp3': ['-write_xing', '0', '-q:a', '2', '-ac', '2'],
  'constant.mp3': ['-write_xing', '0', '-b:a', '64k'],
  'vorbis.ogg': ['-c:a', 'libvorbis'],
  'flac.oga': ['-c:a', 'flac', '-f', 'ogg'],
  'opus.opus': [],
  'aac.m4a': ['-c:a', 'aac'],
  'alac.m4a': ['-c:a', 'alac'],
  'dash.m4a': ['-c:a', 'aac', '-movflags', '+dash', '-frag_duration', '1000000'],
  'fragments.m4a': ['-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov', '-frag_duration', '1000000'],
  'wav.wav': [],
  'piped.wav': ['-f', 'wav', 'pipe:1'],
  'aiff.aiff': [],
  'wma.wma': [],
  'wavpack.wv': [],
} as const

export type Sound = keyof typeof sounds

/** The first second is silent, so that an estimate from the first frames of a variable bitrate is wrong. */
const inputs = (name: Sound) => [
  '-f',
  'lavfi',
  '-i',
  `anullsrc=r=44100:d=1[a];anoisesrc=r=44100:d=1.6:seed=${name === 'other.flac' ? 2 : 1}[b];[a][b]concat=v=0:a=1`,
]

const soundFolder = await shared('sounds')

/** Encodes a sound once for a test run. Two processes may do so at the same time, so the file gets its name when it is complete. */
const encode = (name: Sound): string => {
  const encoded = join(soundFolder, name)
  if (existsSync(encoded)) return encoded
  const file = join(soundFolder, `${process.pid}-${name}`)
  const args: readonly string[] = sounds[name]
  const isPiped = args.includes('pipe:1')
  const command = [
    programPath('ffmpeg'),
    '-loglevel',
    'error',
    '-nostdin',
    ...inputs(name),
    ...args,
    ...(isPiped ? [] : [file]),
  ]
  const { success, stdout, stderr } = Bun.spawnSync(command, { stdout: 'pipe', stderr: 'pipe' })
  if (!success) throw new Error(`ffmpeg can't make ${name}: ${stderr}`)
  if (isPiped) writeFileSync(file, stdout)
  renameSync(file, encoded)
  return encoded
}

/** Texts of tags under the names that the format has for them, such as TPE1 or `TXXX:ARTISTS` for ID3. */
export type Tags = Record<string, string | string[]>

interface AudioOptions {
  tags?: Tags
  /** The version of ID3v2. */
  id3?: 3 | 4
  /** What separates several texts in ID3v2.3: nothing else than NUL by default. */
  separator?: string
}

const tagScript = `
import json, sys
import mutagen, mutagen.id3
from mutagen.id3 import ID3, Frames, TXXX, UFID
from mutagen.mp4 import MP4FreeForm
for job in json.load(sys.stdin):
    audio = mutagen.File(job['path'])
    if audio.tags is None:
        audio.add_tags()
    audio.tags.clear()
    for name, texts in job['tags'].items():
        if isinstance(audio.tags, ID3):
            kind, _, description = name.partition(':')
            if kind == 'UFID':
                audio.tags.add(UFID(owner=description, data=texts[0].encode()))
            elif kind == 'TXXX':
                audio.tags.add(TXXX(encoding=1, desc=description, text=texts))
            else:
                audio.tags.add(Frames[kind](encoding=1, text=texts))
        elif name.startswith('----:'):
            audio.tags[name] = [MP4FreeForm(text.encode()) for text in texts]
        else:
            audio.tags[name] = texts
    if isinstance(audio.tags, ID3):
        audio.save(v2_version=job['id3'], v23_sep=job['separator'])
    else:
        audio.save()
`

/** Writes tags in place of all others. */
export const tagAudio = (path: string, tags: Tags, { id3 = 4, separator }: AudioOptions = {}): void => {
  const texts = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value].flat()]))
  const jobs = JSON.stringify([{ path, tags: texts, id3, separator: separator ?? null }])
  const { success, stderr } = Bun.spawnSync([programPath('python3'), '-c', tagScript], {
    stdin: Buffer.from(jobs),
    stderr: 'pipe',
  })
  if (!success) throw new Error(`mutagen can't tag ${path}: ${stderr}`)
}

/** Reads files in the process of the test, which is faster than a process for each folder. */
export const inProcess = { readAudio, concurrency: 8 }

/** A temporary folder of audio files. */
export const createMusicFolder = () => {
  const folder = emptyFolder()
  const absolute = (path: string) => join(folder.path, path)
  return {
    path: folder.path,
    absolute,
    /** Adds an audio file. Without a sound, the extension of its path decides which it has. */
    add: (path: string, { tags, ...options }: AudioOptions = {}, sound?: Sound) => {
      const file = absolute(path)
      mkdirSync(dirname(file), { recursive: true })
      copyFileSync(encode(sound ?? soundOf(path)), file)
      if (tags) tagAudio(file, tags, options)
      return file
    },
    /** Writes any file. */
    write: (path: string, content: string | Uint8Array = '') => {
      mkdirSync(dirname(absolute(path)), { recursive: true })
      writeFileSync(absolute(path), content)
    },
    scan: () => scanFolder(folder.path, inProcess, async () => {}),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

const soundOf = (path: string): Sound => {
  const name = Object.keys(sounds).find((sound) => extname(sound) === extname(path))
  if (!name) throw new Error(`There is no sound for ${path}.`)
  return name as Sound
}

/** Scans a folder with one audio file. Returns its row. */
export const scanOne = async (path: string, options?: AudioOptions, sound?: Sound) => {
  using music = createMusicFolder()
  music.add(path, options, sound)
  const { rows } = await music.scan()
  return rows[0]
}
