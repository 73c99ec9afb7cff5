import { expect, test } from 'bun:test'
import { createFirstAdmin } from '../../src/accounts/users/firstAdmin.ts'
import { errorMessage } from '../../src/base/errors.ts'
import { ValidationError } from '../../src/index.ts'
import { newDatabase, rejection } from '../support/database.ts'

test('the error for an invalid first admin has the sentences of its fields as its message', async () => {
  await using database = await newDatabase()
  const error = await rejection(createFirstAdmin(database, { email: 'ada', password: 'short' }))
  expect(error).toBeInstanceOf(ValidationError)
  expect(errorMessage(error)).toMatch(/^The email must be .*\. The password must be at least 8 characters long\.$/)
})
