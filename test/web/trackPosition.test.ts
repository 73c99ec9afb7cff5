import { expect, test } from 'bun:test'
import { shelfPath } from '../../src/converters/shelfPath.ts'
import { positionOf } from '../../web/resources/trackPosition.ts'

test('the place of a track on its album is the number with which its file name begins', () => {
  const paths: [file_path: string, title: string, position: string | undefined][] = [
    ['miles-davis/kind-of-blue/01-so-what.flac', 'So What', '1'],
    ['/music/Kind of Blue/10 So What.mp3', 'So What', '10'],
    ['C:\\Music\\Kind of Blue\\02. So What.mp3', 'So What', '2'],
    ['kob/101_So What.flac', 'So What', '101'],
    ['kob/1-05 So What.flac', 'So What', '1-5'],
    ['kob/2.05.So What.flac', 'So What', '2-5'],
    ['kob/A1 So What.flac', 'So What', 'A1'],
    ['homogenic/05-5-years.flac', '5 Years', '5'],
    ['homogenic/1-5-years.flac', '5 Years', '1'],
    ['kob/7.flac', 'So What', '7'],
    // A number of the title, of a year or of a name is none of the track.
    ['nena/99 Luftballons.mp3', '99 Luftballons', undefined],
    ['prince/1999.flac', '1999', undefined],
    ['U2 - One.mp3', 'One', undefined],
    ['5th Dimension.mp3', 'Aquarius', undefined],
    ['kob/So What.flac', 'So What', undefined],
  ]
  expect(paths.map(([file_path, title]) => [file_path, title, positionOf({ file_path, title })])).toEqual(paths)
})

test('the place of a track without a file is that of the row from which its path was made', () => {
  const of = (disc: string | undefined, position: string | undefined, title = 'Blue Train') =>
    positionOf({ file_path: shelfPath({ artist: 'John Coltrane', album: 'Blue Train', disc, position, title }), title })
  expect(of(undefined, '3')).toBe('3')
  expect(of('2', '3')).toBe('2-3')
  expect(of(undefined, 'A1')).toBe('A1')
  expect(of('CD2', '12')).toBe('CD2-12')
  expect(of(undefined, 'B')).toBe('B')
  expect(of(undefined, undefined)).toBeUndefined()
  expect(of(undefined, undefined, 'A Love Supreme')).toBeUndefined()
  expect(positionOf({ file_path: shelfPath({ id: 'USBN20300016', title: 'Naima' }), title: 'Naima' })).toBeUndefined()
})
