import { ApiError } from '../../client/index.ts'
import { rejection } from '../support/database.ts'

/** The ApiError that a promise rejects with. @throws Error when it fulfils, or rejects with anything else */
export const apiError = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await rejection(promise)
  if (error instanceof ApiError) return error
  throw new Error(`It was rejected with ${error}.`)
}
