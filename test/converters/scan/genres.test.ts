import { expect } from 'bun:test'
import { audioTest, scanEach } from '../../support/audio.ts'

const genres: [TCON: string | string[], genres: string[]][] = [
  ['(17)', ['Rock']],
  ['(4)Eurodisco', ['Disco', 'Eurodisco']],
  ['Drum & Bass (Liquid)', ['Drum & Bass (Liquid)']],
  [
    ['Rock/Pop', '9'],
    ['Rock/Pop', 'Metal'],
  ],
]

audioTest('the genres of ID3 are read with numbers and parentheses, in both versions', async () => {
  for (const id3 of [3, 4] as const) {
    const rows = await scanEach(genres.map(([TCON]) => ['a.mp3', { tags: { TCON }, id3 }]))
    expect(rows.map((row) => row.genres)).toEqual(genres.map(([, expected]) => expected))
  }
})

audioTest('a genre of Vorbis comments is the text', async () => {
  const GENRE = ['Rock/Pop', 'Acid Jazz']
  expect(await scanEach([['a.flac', { tags: { GENRE } }]])).toMatchObject([{ genres: GENRE }])
})
