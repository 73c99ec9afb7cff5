import { expect } from 'bun:test'
import { waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

test('a second label of a name is asked about, found as a duplicate, merged with a look at what moves, and that is undone', async ({
  served,
  api,
  open,
}) => {
  const { body: label } = await api.post('/labels', { name: 'Impulse' })
  await api.post('/albums', { title: 'Crescent', label_id: label.id })
  await api.post('/artists', { name: 'Alice Coltrane', label_id: label.id })
  const page = await open('/labels/new')
  const create = async (name: string) => {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
  }
  await create('IMPULSE!')
  const question = page.getByRole('dialog', { name: 'Impulse exists already' })
  await question.getByRole('button', { name: 'Open Impulse' }).waitFor()
  await checkScreen(page, 'namesake')
  await question.getByRole('button', { name: 'Open Impulse' }).click()
  await page.getByRole('heading', { name: 'Impulse', level: 1 }).waitFor()
  await page.goto(`${served.origin}/console/labels/new`)
  await create('IMPULSE!')
  await page.getByRole('button', { name: 'Create another one' }).click()
  await page.getByRole('heading', { name: 'IMPULSE!', level: 1 }).waitFor()
  const other = Number(page.url().split('/').at(-1))
  await api.post('/albums', { title: 'Ascension', label_id: other })

  await page.goto(`${served.origin}/console/labels`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicates' }).click()
  await page.getByText('1 group is likely the same.').waitFor()
  await page.getByRole('button', { name: 'Merge the records named Impulse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge 2 labels' })
  await dialog.getByText(/^Id \d+ · 1 artist · 1 album · 0 tracks$/).waitFor()
  await dialog.getByText('Albums: 1 reference goes to Impulse.').waitFor()
  await checkScreen(page, 'merge-dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // In the list, the other one stays.
  await page.goto(`${served.origin}/console/labels?q=impulse`)
  await page.getByRole('checkbox', { name: 'Select IMPULSE!' }).check()
  expect(await page.getByRole('button', { name: 'Merge…' }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'Select Impulse', exact: true }).check()
  await page.getByRole('button', { name: 'Merge…' }).click()
  // What the most refers to is chosen already, in any order.
  await dialog.getByRole('radio', { name: 'Impulse', exact: true, checked: true }).waitFor()
  await dialog.getByRole('radio', { name: 'IMPULSE!' }).check()
  await dialog.getByRole('button', { name: 'Merge into IMPULSE!' }).click()
  await page.getByText('1 label merged into “IMPULSE!”.').waitFor()
  expect((await api.get(`/labels/${label.id}`)).status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The change is undone.').waitFor()
  expect((await api.get(`/labels/${label.id}`)).body.name).toBe('Impulse')
  await page.goto(`${served.origin}/console/audit?action=merge`)
  await page.getByText('merged others into label IMPULSE!').waitFor()
})

longTest(
  'a rename to a name that exists is asked about, and merges with the other one instead',
  async ({ served, api, open }) => {
    const { body: jazz } = await api.post('/genres', { name: 'Hard bop' })
    const { body: other } = await api.post('/genres', { name: 'Hrad bop' })
    await api.post('/tracks', { title: 'Moanin’', file_path: 'm.flac', genre_ids: [jazz.id] })
    await api.post('/tracks', { title: 'Blues March', file_path: 'b.flac', genre_ids: [other.id] })
    const page = await open(`/genres/${other.id}/edit`)
    const rename = async (name: string) => {
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await rename('HARD BOP')
    const question = page.getByRole('dialog', { name: 'Hard bop exists already' })
    const merge = question.getByRole('button', { name: 'Merge into Hard bop (1 track)' })
    await merge.waitFor()
    await waitForFocus(merge)
    await checkScreen(page, 'rename-namesake')
    // Esc leaves the form as it was, and it can be sent again.
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('HARD BOP')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await merge.click()
    const dialog = page.getByRole('dialog', { name: 'Merge 2 genres' })
    await dialog.getByRole('radio', { name: 'Hard bop', checked: true }).waitFor()
    await dialog.getByRole('button', { name: 'Merge into Hard bop' }).click()
    await page.getByText('1 genre merged into “Hard bop”.').waitFor()
    await page.getByRole('heading', { name: 'Hard bop', level: 1 }).waitFor()
    expect((await api.get('/genres')).body.filter(({ name }: { name: string }) => /h.+bop/i.test(name))).toHaveLength(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The change is undone.').waitFor()

    await page.goto(`${served.origin}/console/genres/${other.id}/edit`)
    await rename('Hard Bop')
    await question.getByRole('button', { name: 'Rename anyway' }).click()
    await page.getByText('The genre “Hard Bop” was saved.').waitFor()
    expect((await api.get(`/genres/${other.id}`)).body.name).toBe('Hard Bop')
  },
)
