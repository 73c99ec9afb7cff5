import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
  pictures?: readonly AudioPicture[]
}

/** A picture inside an audio file. The types of FLAC are those of ID3: 3 is the front cover. */
interface AudioPicture {
  type: number
  bytes: Uint8Array
}

/** The block of FLAC for a picture: its type, the lengths of two texts that are empty, four numbers, and its bytes. */
const pictureBlock = ({ type, bytes }: AudioPicture) => {
  const numbers = Uint32Array.of(type, 0, 0, 0, 0, 0, 0, bytes.length)
  return Buffer.concat([Buffer.from(numbers.buffer).swap32(), bytes]).toString('base64')
}

const tagScript = `
import base64, json, struct, sys
import mutagen, mutagen.id3
from mutagen.apev2 import APEv2, APEValue, BINARY
from mutagen.asf import ASFTags, ASFByteArrayAttribute
from mutagen.flac import FLAC, Picture
from mutagen.id3 import APIC, ID3, Frames, TXXX, UFID
from mutagen.mp4 import MP4Cover, MP4FreeForm, MP4Tags
def add_pictures(audio, pictures):
    tags = audio.tags
    for picture in pictures:
        if isinstance(tags, ID3):
            tags.add(APIC(encoding=0, mime=picture.mime, type=picture.type, desc=str(picture.type), data=picture.data))
        elif isinstance(audio, FLAC):
            audio.add_picture(picture)
        elif isinstance(tags, MP4Tags):
            tags['covr'] = tags.get('covr', []) + [MP4Cover(picture.data)]
        elif isinstance(tags, ASFTags):
            value = bytes([picture.type]) + struct.pack('<I', len(picture.data)) + bytes(4) + picture.data
            tags['WM/Picture'] = tags.get('WM/Picture', []) + [ASFByteArrayAttribute(value)]
        elif isinstance(tags, APEv2):
            name = 'Cover Art (Front)' if picture.type == 3 else 'Cover Art (Back)'
            tags[name] = APEValue(bytes(1) + picture.data, BINARY)
        else:
            blocks = tags.get('METADATA_BLOCK_PICTURE', [])
            tags['METADATA_BLOCK_PICTURE'] = blocks + [base64.b64encode(picture.write()).decode()]
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
    add_pictures(audio, [Picture(base64.b64decode(block)) for block in job['pictures']])
    if isinstance(audio.tags, ID3):
        audio.save(v2_version=job['id3'], v23_sep=job['separator'])
    else:
        audio.save()
`

interface TagJob extends AudioOptions {
  path: string
  tags: Tags
}

/** Writes tags in place of all others, those of all files in one process. */
const writeTags = (jobs: readonly TagJob[]): void => {
  if (jobs.length === 0) return
  const all = jobs.map(({ path, tags, id3 = 4, separator = null, pictures = [] }) => {
    const texts = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value].flat()]))
    return { path, tags: texts, id3, separator, pictures: pictures.map(pictureBlock) }
  })
  const { success, stderr } = Bun.spawnSync([programPath('python3'), '-c', tagScript], {
    stdin: Buffer.from(JSON.stringify(all)),
    stderr: 'pipe',
  })
  if (!success) throw new Error(`mutagen can't tag ${jobs.map(({ path }) => path)}: ${stderr}`)
}

export const tagAudio = (path: string, tags: Tags): void => writeTags([{ path, tags }])

/** Reads files in the process of the test, which is faster than a process for each folder. */
export const inProcess = { readAudio, concurrency: 8 }

/** A temporary folder of audio files. Their tags are written all at once, when the folder is read. */
export const createMusicFolder = () => {
  const folder = emptyFolder()
  const untagged: TagJob[] = []
  const tagged = () => {
    writeTags(untagged.splice(0))
    return folder.path
  }
  const place = (path: string) => {
    const file = join(folder.path, path)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  return {
    get path() {
      return tagged()
    },
    absolute: (path: string) => join(tagged(), path),
    /** Adds an audio file, and returns its path. Without a sound, the extension decides which it has. */
    add: (path: string, { tags, ...options }: AudioOptions = {}, sound?: Sound) => {
      const file = place(path)
      copyFileSync(encode(sound ?? soundOf(path)), file)
      if (tags) untagged.push({ path: file, tags, ...options })
      return file
    },
    /** The bytes of a file. */
    read: (path: string) => readFileSync(join(tagged(), path)),
    /** Writes any file. */
    write: (path: string, content: string | Uint8Array = '') => writeFileSync(place(path), content),
    scan: () => scanFolder(tagged(), inProcess, async () => {}),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

type MusicFolder = ReturnType<typeof createMusicFolder>

const soundOf = (path: string): Sound => {
  const name = Object.keys(sounds).find((sound) => extname(sound) === extname(path))
  if (!name) throw new Error(`There is no sound for ${path}.`)
  return name as Sound
}

/** Scans audio files, each as if it were alone in its folder. @returns their rows in the same order */
export const scanEach = async (files: readonly Parameters<MusicFolder['add']>[]) => {
  using music = createMusicFolder()
  for (const [index, [path, ...file]] of files.entries()) music.add(`${'abcdefghijklmn'[index]}/${path}`, ...file)
  return (await music.scan()).rows
}
