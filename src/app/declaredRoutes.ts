import { openLibrary } from '../library/open.ts'
import { createService } from './service.ts'

/** Lists the routes of a service with default settings, with what they declare. They exist only in a service, and a service needs a library. */
export const listDeclaredRoutes = async () => {
  const library = await openLibrary(':memory:')
  const service = createService({ library })
  try {
    return await service.listRoutes()
  } finally {
    await service.stop()
    await library.close()
  }
}
