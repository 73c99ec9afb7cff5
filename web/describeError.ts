import { ApiError, InvalidError } from '../client/index.ts'
import { texts } from './texts/texts.ts'

/** Returns what to tell the user about an error: the sentences of the server, if it has sent any, each on a line. */
export const describeError = (error: unknown): string => {
  const { ofServer } = texts.errors
  if (error instanceof InvalidError)
    return Object.values(error.errors).flat().map(ofServer).join('\n') || ofServer(error.message)
  if (error instanceof ApiError) return error.status === 412 ? texts.errors.changed : ofServer(error.message)
  return texts.errors.unreachable
}
