import { expect } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { expectInvalid } from './shapes.ts'

// One 400 names all that is wrong with a body, in the order of the fields: their form, missing records, and addresses that are taken.

const test = sharedLibraryTest()

const missing = (field: string, ...ids: number[]) => ({
  [field]: [`The ${field} names records that do not exist: ${ids.join(', ')}.`],
})
const required = (field: string) => ({ [field]: [`The ${field} is required.`] })
const taken = { email: ['The email has already been taken.'] }
const type = { type: ['The type must be one of album, single, ep.'] }
const titleAndFile = { title: 'x', file_path: 'x' }
const invisible = '\u200b'

/** Bodies of POST and PUT, and the errors of both. */
const bodies: [path: string, body: object, errors: object][] = [
  ['/albums', { label_id: 999, title: '', type: 'lp' }, { ...required('title'), ...type, ...missing('label_id', 999) }],
  // A reference that is no id is not looked up.
  [
    '/albums',
    { title: '', label_id: '999' },
    { ...required('title'), label_id: ['The label_id must be an id, which is a whole number, or null.'] },
  ],
  [
    '/tracks',
    { ...titleAndFile, duration_seconds: -1, album_id: 999, artist_ids: [1, 996, 997], genre_ids: [998] },
    {
      duration_seconds: ['The duration_seconds must be a whole number from 0 to 2147483647.'],
      ...{ ...missing('album_id', 999), ...missing('artist_ids', 996, 997), ...missing('genre_ids', 998) },
    },
  ],
  [
    '/users',
    { role_id: 99, email: 'Admin@example.com', name: invisible, password: 'short' },
    {
      ...{ ...required('name'), ...taken, password: ['The password must be at least 8 characters long.'] },
      ...missing('role_id', 99),
    },
  ],
]

/** As text: the order of the members counts, too. */
const textOf = (errors: object) => JSON.stringify({ message: 'The given data was invalid.', errors })

test('a POST and a PUT name all errors of a body at once, in the order of the fields', async ({ admin, user }) => {
  const { album, track } = await createFixtures(admin)
  const ids: Record<string, number> = {
    '/albums': album.id,
    '/tracks': track.id,
    '/users': user.id,
  }
  for (const [path, body, errors] of bodies) {
    const responses = [await admin.post(path, body), await admin.put(`${path}/${ids[path]}`, body)]
    for (const { status, text } of responses) expect([body, status, text]).toEqual([body, 400, textOf(errors)])
  }
})

test('a registration and a change of the own account tell of a taken address only when all else is right', async ({
  anonymous,
  user,
  nica,
}) => {
  const registration = { ...nica, email: 'admin@example.com' }
  expectInvalid(await anonymous.post('/register', { ...registration, name: '' }), 'name')
  expectInvalid(await user.put('/me', { email: 'admin@example.com', name: '' }), 'name')
  expectInvalid(
    await user.put('/me', { email: 'admin@example.com', name: invisible, current_password: 'correct horse' }),
    'name',
  )
  expectInvalid(await user.put('/me', { email: 'admin@example.com' }), 'current_password')
})
