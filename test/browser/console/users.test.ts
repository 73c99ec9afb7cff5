import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { client } from '../../support/client.ts'
import { admin, waitForFocus } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

const ada = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }

/** Whether a field is marked as wrong, and what describes it. */
const describeField = (field: Locator) =>
  field.evaluate(
    (input: {
      getAttribute(name: string): string | null
      ownerDocument: { getElementById(id: string): { textContent: string } | null }
    }) => [
      input.getAttribute('aria-invalid'),
      input.ownerDocument.getElementById(input.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
        ?.textContent ?? '',
    ],
  )

test('an admin creates and changes a user by keyboard alone', async ({ served, open, allow }) => {
  allow(/status of 400/)
  const page = await open('/users')
  await page.getByRole('link', { name: 'New user' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New user' })
  await waitForFocus(drawer.getByLabel('Name'))
  // What the browser would say in its own words is said at the fields.
  await page.keyboard.press('Enter')
  await drawer.getByText('Fill in this field.').nth(2).waitFor()
  await waitForFocus(drawer.getByLabel('Name'))
  expect(await describeField(drawer.getByLabel('Name'))).toEqual(['true', 'Fill in this field.'])
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@')
  await page.keyboard.press('Enter')
  await drawer.getByText('Write a whole e-mail address, such as ada@example.com.').waitFor()
  await waitForFocus(drawer.getByLabel('E-mail'))
  expect(await describeField(drawer.getByLabel('Name'))).toEqual([null, ''])
  await page.keyboard.press('Control+A')
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  // The server says at once all that is wrong.
  await drawer.getByText('The password must be at least 8 characters long.').waitFor()
  await drawer.getByText('The email has already been taken.').waitFor()
  // The focus moves to the first field with an error right after it is shown.
  await waitForFocus(drawer.locator('input[type=email]'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
  expect(page.url()).toEndWith('/console/users/2')
  await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Edit Ada' }).getByText('Admin', { exact: true }).waitFor()
  await waitForFocus(page.getByRole('dialog', { name: 'Edit Ada' }))
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByRole('radio', { name: 'User' }).focus()
  await page.keyboard.press('ArrowRight')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  expect((await sent).postDataJSON()).toEqual({ name: 'Ada Lovelace', role_id: 1 })
  await page.getByText('Ada Lovelace is saved.').waitFor()
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor()
  const { body } = await client(served.server.url).post('/login', ada)
  expect(body.user).toMatchObject({ name: 'Ada Lovelace', role: { name: 'admin' } })
})

longTest(
  'admins change their own address and password only with the current password',
  async ({ served, open, allow }) => {
    allow(/status of 40[03]/)
    const page = await open('/users/1/edit')
    const drawer = page.getByRole('dialog', { name: 'Edit Admin' })
    const sent: [string, string, unknown][] = []
    page.on('request', (request) => {
      if (request.method() !== 'PUT') return
      sent.push([request.method(), new URL(request.url()).pathname, request.postDataJSON()])
    })
    await drawer.getByLabel('Name').fill('Grace')
    expect(await drawer.getByLabel('Current password').count()).toBe(0)
    await drawer.getByLabel('New password').fill('another secret')
    await drawer.getByLabel('Current password').fill('a wrong one')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('The current_password is incorrect.').waitFor()
    await drawer.getByLabel('Current password').fill(admin.password)
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Grace is saved.').waitFor()
    const changes = { name: 'Grace', password: 'another secret' }
    expect(sent).toEqual([
      ['PUT', '/api/me', { ...changes, current_password: 'a wrong one' }],
      ['PUT', '/api/me', { ...changes, current_password: admin.password }],
    ])
    const { body } = await client(served.server.url).post('/login', { ...admin, password: 'another secret' })
    expect(body.user.name).toBe('Grace')

    // A role is no part of PUT /me. With it, the name is changed first.
    await client(served.server.url, body.token).post('/users', { ...ada, role_id: 1 })
    sent.length = 0
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const again = page.getByRole('dialog', { name: 'Edit Grace' })
    await again.getByLabel('Name').fill('Grace Hopper')
    await again.getByText('User', { exact: true }).click()
    const last = page.waitForRequest((request) => request.url().endsWith('/api/users/1') && request.method() === 'PUT')
    await again.getByRole('button', { name: 'Save' }).click()
    await last
    expect(sent).toEqual([
      ['PUT', '/api/me', { name: 'Grace Hopper' }],
      ['PUT', '/api/users/1', { role_id: 2 }],
    ])
  },
)
