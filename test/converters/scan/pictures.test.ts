import { expect } from 'bun:test'
import { readAudio } from '../../../src/converters/scan/readAudio.ts'
import { audioTest, createMusicFolder, type Sound } from '../../support/audio.ts'

const picture = (start: string, length = 1_000) => Buffer.alloc(length, `${start}pixels`, 'latin1')

const sounds: Sound[] = [
  ...(['flac.flac', 'vorbis.ogg', 'flac.oga', 'opus.opus', 'mp3.mp3'] as const),
  ...(['aac.m4a', 'wav.wav', 'aiff.aiff', 'wma.wma', 'wavpack.wv'] as const),
]

audioTest(
  'the front cover inside a file of each format is read, and its bytes only if they are asked for',
  async () => {
    using music = createMusicFolder()
    const [back, front] = [picture('GIF89a'), picture('\xff\xd8\xff\xe0')]
    const pictures = [
      { type: 4, bytes: back },
      { type: 3, bytes: front },
    ]
    for (const sound of sounds) music.add(sound, { tags: {}, pictures }, sound)
    for (const sound of sounds) {
      const { picture } = await readAudio(music.absolute(sound), 'bytes')
      // MP4 has no types of pictures: the first is the cover.
      const [isFront, bytes] = sound === 'aac.m4a' ? [false, back] : [true, front]
      expect({ sound, ...picture }).toEqual({ sound, isFront, base64: bytes.toString('base64') })
      expect((await readAudio(music.absolute(sound), 'kind')).picture).toEqual({ isFront })
      expect((await readAudio(music.absolute(sound))).picture).toBeUndefined()
    }
  },
)

audioTest('a picture is a JPEG, PNG, WebP or GIF by its bytes, of at most 10 MB', async () => {
  using music = createMusicFolder()
  const webp = picture('RIFF\x01\n\x03\x04WEBPVP8 ')
  const png = picture('\x89PNG\r\n\x1a\n', 10_000_000)
  const others = ['<svg xmlns="http://www.w3.org/2000/svg">', '<!doctype html>', 'BM', ' \xff\xd8\xff', 'RIFFxxxxWAVE']
  const noCovers = [Buffer.alloc(0), picture('\xff\xd8\xff', 10_000_001), ...others.map((start) => picture(start))]
  const read = async (...pictures: Buffer[]) => {
    music.add('a.mp3', { tags: {}, pictures: pictures.map((bytes, type) => ({ type, bytes })) })
    return (await readAudio(music.absolute('a.mp3'), 'bytes')).picture
  }
  for (const bytes of noCovers) expect(await read(bytes)).toBeUndefined()
  for (const bytes of [webp, png, picture('GIF87a')])
    expect(await read(...noCovers.slice(2), bytes)).toMatchObject({ base64: bytes.toString('base64') })
})
