import { expect } from 'bun:test'
import { audioTest, scanOne } from '../../support/audio.ts'

audioTest('the genres of ID3 are read with numbers and parentheses, in both versions', async () => {
  for (const id3 of [3, 4] as const) {
    const genresOf = async (TCON: string | string[]) => (await scanOne('a.mp3', { tags: { TCON }, id3 }))?.genres
    expect(await genresOf('(17)')).toEqual(['Rock'])
    expect(await genresOf('(4)Eurodisco')).toEqual(['Disco', 'Eurodisco'])
    expect(await genresOf('Drum & Bass (Liquid)')).toEqual(['Drum & Bass (Liquid)'])
    expect(await genresOf(['Rock/Pop', '9'])).toEqual(['Rock/Pop', 'Metal'])
  }
})

audioTest('a genre of Vorbis comments is the text', async () => {
  expect((await scanOne('a.flac', { tags: { GENRE: ['Rock/Pop', 'Acid Jazz'] } }))?.genres).toEqual([
    'Rock/Pop',
    'Acid Jazz',
  ])
})
