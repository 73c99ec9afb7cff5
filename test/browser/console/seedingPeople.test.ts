import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { chooseFor, type PeopleChoices, wayOf } from '../../../web/api/peopleChoices.ts'
import type { PeopleChange } from '../../../web/api/types.ts'
import { kindOfBlue } from '../../support/catalogue.ts'
import type { Client } from '../../support/client.ts'
import { admin } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'
import { chooseFile } from './chooseFile.ts'

const screenTest = consoleTest({})
const longTest = inLongForm(screenTest)

const apply = async (page: Page, name: string) => {
  await page.getByRole('button', { name, disabled: false }).press('Enter')
  await page.getByRole('heading', { name: 'The file is imported' }).waitFor()
}

/** Seeds a file with the console. Afterwards another one can be chosen. */
const seed = async (page: Page, content: unknown) => {
  await chooseFile(page, content)
  await apply(page, 'Add to the library')
  await page.getByRole('button', { name: 'Choose another file' }).click()
}

/** Changes a label and the title of a track, and deletes a genre. */
const changeByHand = async (api: Client) => {
  await api.put('/tracks/1', { title: 'So What (mono)' })
  await api.put('/labels/1', { name: 'Columbia Records' })
  await api.delete('/genres/1')
  const read = async () => {
    const [track, label, genres] = await Promise.all(['/tracks/1', '/labels/1', '/genres'].map((path) => api.get(path)))
    return [track?.body.title, label?.body.name, genres?.body.map(({ name }: { name: string }) => name)]
  }
  return read
}

screenTest(
  'changes by people are shown first and kept, and another file with them is downloaded',
  async ({ served, api, open }) => {
    const page = await open('/seeding')
    await seed(page, kindOfBlue)
    const read = await changeByHand(api)
    await api.post('/labels', { name: 'Verve' })
    await chooseFile(page, kindOfBlue, 'my.catalogue.json')
    const section = page.getByRole('region', { name: 'Conflicts with changes by people (3)' })
    await section.waitFor()
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe(
      'Conflicts with changes by people (3)',
    )
    const rows = (await section.getByRole('listitem').allInnerTexts()).map((text) =>
      text.replace(/(by \S+), .*/, '$1').split(/\s*\n\s*/),
    )
    const [changed, deleted] = [`Changed by ${admin.email}`, `Deleted by ${admin.email}`]
    expect(rows).toEqual([
      ['Columbia Records', 'label · Name', 'Keep', 'Columbia Records', changed, 'Take the file’s', 'Columbia'],
      ['Jazz', 'genre', 'Keep it deleted', deleted, 'Create it again', 'The file has it.'],
      [
        ...['So What (mono)', 'kind-of-blue/01.flac', 'Miles Davis, John Coltrane', '9:22 · Kind of Blue · Modal jazz'],
        ...['track · Title', 'Keep', 'So What (mono)', changed, 'Take the file’s', 'So What'],
      ],
    ])
    await page.getByText('Apart from that, the library matches the file').waitFor()
    await checkScreen(page, 'seeding-people')

    await section.getByLabel('With the records that people have added').press('Space')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'Download the file with these changes' }).press('Enter'),
    ])
    expect(download.suggestedFilename()).toBe('my.catalogue-merged.json')
    const path = join(served.folder, 'merged.json')
    await download.saveAs(path)
    const merged = await Bun.file(path).json()
    expect(merged.tracks[0]).toEqual(expect.objectContaining({ title: 'So What (mono)', genres: ['Modal jazz'] }))
    expect(merged.labels).toEqual([{ name: 'Columbia Records' }, { name: 'Verve' }])

    await apply(page, 'Keep what people have changed')
    expect(await read()).toEqual(['So What (mono)', 'Columbia Records', ['Modal jazz']])
    // The message of the first seed may still be there. This seed has no entry that could be undone.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await chooseFile(page, kindOfBlue)
    await page.getByText('3 values stay as people have changed them. An earlier import kept them.').waitFor()
    expect(await page.getByRole('radiogroup').count()).toBe(0)
  },
)

longTest(
  'a changed record that would be deleted is listed, and a long list is shown in parts',
  async ({ api, open }) => {
    const page = await open('/seeding')
    const labels = Array.from({ length: 130 }, (_, n) => ({ name: `Label ${n}` }))
    await seed(page, { labels })
    for (let id = 1; id <= 120; id++) await api.put(`/labels/${id}`, { name: `Changed ${id}` })
    await chooseFile(page, { labels: labels.slice(1) })
    await page.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('switch', { name: /^Prune/ }).press('Space')
    const section = page.getByRole('region', { name: 'Conflicts with changes by people (120)' })
    const kept = section.getByRole('radiogroup', { name: 'Changed 1 label', exact: true })
    await kept.getByText('The file deletes it, or does not have it.').waitFor()
    expect(await section.getByRole('radiogroup').count()).toBe(100)
    await checkScreen(page, 'seeding-people-many')
    await section.getByText('… and 20 more').waitFor()
    await section.getByRole('button', { name: 'Show more' }).press('Enter')
    await kept.getByRole('radio', { name: 'Delete it' }).press('Space')
    await page.getByRole('button', { name: 'Delete 1 record', disabled: false }).waitFor()
    expect(await section.getByRole('radiogroup').count()).toBe(120)
  },
)

test('the paths of single choices stay short enough for a request', () => {
  const change = (id: number): PeopleChange => ({
    ...({ section: 'labels', kind: 'changed', id, path: `labels/${id}/name`, name: `Label ${id}` } as const),
    ...{ values: {}, member: 'name', is_kept: true, email: null, source: null, changed_at: null },
  })
  const changesOf = (count: number) => Array.from({ length: count }, (_, n) => change(n + 1000))
  const chooseEach = (count: number, of: PeopleChange[], more = 0) =>
    of.slice(0, count).reduce<PeopleChoices | undefined>(
      (choices, chosen) => {
        const report = { changed_by_people: of, more_changed_by_people: more }
        return choices && chooseFor(choices, report, chosen, 'overwrite')
      },
      { people: 'keep', people_except: [] },
    )
  const pathsOf = (changes: PeopleChange[]) => changes.map(({ path }) => path)
  const [few, many] = [changesOf(300), changesOf(2000)]
  expect(chooseEach(2, few)).toEqual({ people: 'keep', people_except: pathsOf(few.slice(0, 2)) })
  const most = chooseEach(290, few) as PeopleChoices
  expect(most).toEqual({ people: 'overwrite', people_except: pathsOf(few.slice(290)) })
  expect(few.map((each) => wayOf(most, each))).toEqual(few.map((_, n) => (n < 290 ? 'overwrite' : 'keep')))
  expect(chooseEach(1000, many)).toBeUndefined()
  // The way of those that are not listed must not change.
  expect(chooseEach(290, few, 1)).toBeUndefined()
  const back = chooseFor(
    most,
    { changed_by_people: few, more_changed_by_people: 0 },
    few[299] as PeopleChange,
    'overwrite',
  )
  expect(back?.people_except).toHaveLength(9)
})
