import { expect } from 'bun:test'
import { kindOfBlue } from '../../support/catalogue.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { chooseFile } from './chooseFile.ts'

const test = consoleTest({})

test('a preview shows new albums with their tracks, and other new records in a line of each section', async ({
  api,
  open,
}) => {
  await api.post('/albums', { title: 'Milestones' })
  const page = await open('/seeding')
  const more = [
    { title: 'Two Bass Hit', file_path: 'm/2.flac', album: 'Milestones', duration_seconds: 319 },
    { title: 'Round Midnight', file_path: 'other.flac', artists: ['Miles Davis'] },
  ]
  await chooseFile(page, {
    ...kindOfBlue,
    albums: [...kindOfBlue.albums, { title: 'Milestones' }],
    tracks: [...kindOfBlue.tracks, ...more],
  })
  const rows = page.getByRole('table').getByRole('row')
  const read = async () =>
    (await rows.allInnerTexts()).slice(1).map((text) =>
      text
        .split(/\s*[\n\t]\s*/)
        .filter(Boolean)
        .join(' | '),
    )
  await rows.nth(1).waitFor()
  const albums = [
    'Create | album | Kind of Blue | Miles Davis, John Coltrane | Aug 17, 1959 · 45:44 · Columbia',
    'track | So What | kind-of-blue/01.flac | Miles Davis, John Coltrane | 9:22 · Jazz, Modal jazz',
    'track | Blue in Green | kind-of-blue/03.flac | Miles Davis',
    'Milestones',
    'track | Two Bass Hit | m/2.flac | 5:19',
    'Without an album',
    'track | Round Midnight | other.flac | Miles Davis',
  ]
  const artists = 'Create | artists | 2 artists | Miles Davis, John Coltrane'
  expect(await read()).toEqual([
    ...albums,
    'Create | labels | 1 label | Columbia',
    'Create | genres | 2 genres | Jazz, Modal jazz',
    artists,
  ])
  await page.getByRole('button', { name: '2 artists' }).scrollIntoViewIfNeeded()
  await checkScreen(page, 'seeding-rows')
  await page.getByRole('button', { name: '2 artists' }).press('Enter')
  expect((await read()).slice(-3)).toEqual([
    artists,
    'Create | artist | Miles Davis | Columbia',
    'Create | artist | John Coltrane',
  ])
  // The names of members are not searched.
  await page.getByLabel('Filter the changes').fill('duration')
  await page.getByRole('cell', { name: 'Milestones' }).waitFor({ state: 'detached' })
  expect(await read()).toHaveLength(1)
  await page.getByLabel('Filter the changes').fill('coltrane')
  await page.getByRole('cell', { name: 'So What' }).waitFor()
  expect(await read()).toEqual(['Kind of Blue', albums[1] ?? '', 'Create | artist | John Coltrane'])
})
