import { expect, test } from 'bun:test'
import { parseGenres } from '../../../src/converters/scan/tags/genres.ts'
import { audioTest, scanOne } from '../../support/audio.ts'

test.each([
  ['(17)', ['Rock']],
  ['17', ['Rock']],
  ['(17)Rock', ['Rock']],
  ['(4)Eurodisco', ['Disco', 'Eurodisco']],
  ['(31)(39)', ['Trance', 'Noise']],
  ['(RX)(CR)', ['Remix', 'Cover']],
  ['(255)', []],
  ['255', ['255']],
  ['((Live) sessions', ['(Live) sessions']],
  ['Drum & Bass (Liquid)', ['Drum & Bass (Liquid)']],
  ['Rock/Pop, Soul; Jazz & Blues', ['Rock/Pop, Soul; Jazz & Blues']],
  ['', []],
])('the genre %p becomes %p', (text, genres) => {
  expect(parseGenres(text)).toEqual(genres)
})

audioTest('the genres of ID3 are read with numbers and parentheses, in both versions', async () => {
  for (const id3 of [3, 4] as const) {
    const genresOf = async (TCON: string | string[]) => (await scanOne('a.mp3', { tags: { TCON }, id3 }))?.genres
    expect(await genresOf('(17)')).toEqual(['Rock'])
    expect(await genresOf('Drum & Bass (Liquid)')).toEqual(['Drum & Bass (Liquid)'])
    expect(await genresOf(['Rock/Pop', '9'])).toEqual(['Rock/Pop', 'Metal'])
  }
})

audioTest('a genre number in Vorbis comments becomes its name', async () => {
  expect((await scanOne('a.flac', { tags: { GENRE: ['(17)', 'Acid Jazz'] } }))?.genres).toEqual(['Rock', 'Acid Jazz'])
})
