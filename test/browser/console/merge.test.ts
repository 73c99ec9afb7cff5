import { expect } from 'bun:test'
import { logInAsAdmin, waitForFocus } from '../../support/console.ts'
import { checkScreen, consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

test('a second label of a name is asked about, found as a duplicate, merged with a look at what moves, and that is undone', async (fixture) => {
  const { served, open, readProblems } = fixture
  const as = await logInAsAdmin(served)
  const { body: label } = await as.post('/labels', { name: 'Impulse' })
  await as.post('/albums', { title: 'Crescent', label_id: label.id })
  await as.post('/artists', { name: 'Alice Coltrane', label_id: label.id })
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
  await as.post('/albums', { title: 'Ascension', label_id: other })

  await page.goto(`${served.origin}/console/labels`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicates' }).click()
  await page.getByText('1 group is likely the same.').waitFor()
  await checkScreen(page, 'duplicates')
  await page.getByRole('button', { name: 'Merge the records named Impulse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge 2 labels' })
  await dialog.getByText(/^Id \d+ · 1 artist · 1 album$/).waitFor()
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
  expect((await as.get(`/labels/${label.id}`)).status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The change is undone.').waitFor()
  expect((await as.get(`/labels/${label.id}`)).body.name).toBe('Impulse')
  await page.goto(`${served.origin}/console/audit?action=merge`)
  await page.getByText('merged others into label IMPULSE!').waitFor()
  await checkScreen(page, 'audit-merge')
  expect(readProblems()).toEqual([])
})

longTest('a field of a form asks about a second label of a name, too', async ({ served, open, readProblems }) => {
  const as = await logInAsAdmin(served)
  const { body: label } = await as.post('/labels', { name: 'Impulse' })
  const page = await open('/artists/new')
  const question = page.getByRole('dialog', { name: 'Impulse exists already' })
  await page.getByLabel('Name').fill('Alice Coltrane')
  const field = page.getByRole('combobox', { name: 'Label' })
  // Esc closes the question alone.
  for (const answer of ['Escape', 'Use Impulse']) {
    await field.click()
    await page.keyboard.type('IMPULSE!')
    await page.getByRole('option', { name: 'Create “IMPULSE!”' }).click()
    const use = question.getByRole('button', { name: 'Use Impulse' })
    await waitForFocus(use)
    await checkScreen(page, 'namesake-picker')
    await page.keyboard.press(answer === 'Escape' ? answer : 'Enter')
    await question.waitFor({ state: 'hidden' })
  }
  expect(await field.inputValue()).toBe('Impulse')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Alice Coltrane', level: 1 }).waitFor()
  expect((await as.get('/artists')).body.at(-1)).toMatchObject({ name: 'Alice Coltrane', label_id: label.id })
  expect(readProblems()).toEqual([])
})
