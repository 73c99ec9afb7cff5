import { capitalize } from '../../../src/base/words.ts'
import { consoleEndpoints, endpoints, endpointsBesideApi, withoutQuery } from '../../contract/endpoints.ts'
import { client } from '../../support/client.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { startTestLibrary } from '../../support/library.ts'
import type { Document } from '../../support/openApiDocument.ts'

/** What a server has answered to an operation. */
export interface Answered {
  /** The id of the operation, with an upper-case letter first, as in the names of generated schemas. */
  id: string
  sent: unknown
  answer: unknown
}

/** The token of the tests ends with it. */
const isLogout = (path: string) => path === '/api/logout'

/** Sends the requests of the contract to a server, as an admin. Returns those that succeed with JSON. */
export const readAnswers = async (document: Document): Promise<Answered[]> => {
  await using library = await startTestLibrary({ loginThrottle: false })
  await createFixtures(library.admin)
  const admin = client(new URL(library.url).origin, library.admin.token)
  const all = [
    ...endpoints.map(([, method, path, , body]) => ({ method, path: `/api${path}`, body })),
    ...endpointsBesideApi.map(([, method, path, , body]) => ({ method, path, body })),
    ...consoleEndpoints.map(([, method, path, , body]) => ({ method, path: `/console/api${path}`, body })),
  ]
  const answers: Answered[] = []
  for (const { method, path, body } of all) {
    if (method === 'DELETE' || isLogout(path)) continue
    const sent = body?.(1)
    const json = sent && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }
    const response = await admin.send(method, path.replace(':id', '1'), json ?? {})
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const operation = document.paths[withoutQuery(path).replace(':id', '{id}')]?.[method.toLowerCase()]
    if (!operation || response.status >= 300 || !isJson) continue
    answers.push({ id: capitalize(operation.operationId), sent, answer: response.body })
  }
  return answers
}
