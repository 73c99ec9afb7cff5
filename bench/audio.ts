import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The encoders of ffmpeg by the extension of their files. */
const formats = ['flac', 'mp3', 'ogg', 'opus', 'm4a']

/** Copies the sounds, and tags each copy as a track of its own: albums of ten tracks, each in a folder. */
const tagScript = `
import os, shutil, sys
import mutagen
from mutagen.easyid3 import EasyID3
from mutagen.easymp4 import EasyMP4
source, target, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
formats = sys.argv[4:]
for number in range(count):
    album = number // 10
    extension = formats[album % len(formats)]
    folder = os.path.join(target, 'Artist %d' % (album // 5), 'Album %d' % album)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, '%02d Track.%s' % (number % 10 + 1, extension))
    shutil.copyfile(os.path.join(source, 'sound.' + extension), path)
    audio = EasyMP4(path) if extension == 'm4a' else mutagen.File(path, easy=True)
    if audio.tags is None:
        audio.add_tags()
    audio['title'] = 'Track %d' % number
    audio['artist'] = 'Artist %d' % (album // 5)
    audio['albumartist'] = 'Artist %d' % (album // 5)
    audio['album'] = 'Album %d' % album
    audio['genre'] = 'Genre %d' % (album % 30)
    audio['date'] = str(1950 + album % 70)
    audio['tracknumber'] = str(number % 10 + 1)
    audio.save()
`

/** Debian's Python, for which Debian has mutagen. */
export const python = '/usr/bin/python3'

/** Writes small tagged audio files of several formats. */
export const generateAudio = (folder: string, count: number): string => {
  const target = join(folder, 'music')
  mkdirSync(target)
  for (const format of formats) {
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
    runProgram(['ffmpeg', '-loglevel', 'error', ...sound, join(folder, `sound.${format}`)])
  }
  runProgram([python, '-c', tagScript, folder, target, String(count), ...formats])
  return target
}

const runProgram = (command: string[]) => {
  const { success, stderr } = Bun.spawnSync(command, { stderr: 'pipe', stdout: 'ignore' })
  if (!success) throw new Error(`${command[0]} failed: ${stderr}`)
}
