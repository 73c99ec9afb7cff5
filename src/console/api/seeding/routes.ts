import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { describeParameters, type Parameters, parseQuery } from '../../../http/query.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import { sampleCatalogue } from '../../../seeding/sample.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { exampleTable } from '../csv/example.ts'
import { FileQueue } from './fileQueue.ts'
import { CatalogueFile, InvalidSeed, SeedProgress, SeedReport } from './model.ts'
import { mergeParameters, previewParameters, seedParameters } from './seedParameters.ts'

/** The routes that preview and seed a catalogue file. Each file is sent twice, so that none waits here for its confirmation. */
export const seedingRoutes = ({ guards, ...deps }: Pick<ConsoleDeps, 'library' | 'guards' | 'commands'>) => {
  const files = new FileQueue(deps)
  return new Elysia({ name: 'console-seeding' })
    .use(guards.adminOnly)
    .post('/seed/preview', async (context) => files.seed(context, parse(previewParameters, context)), {
      ...takesFile('previewSeed', previewSummary, previewParameters),
      response: { ...responses, 200: SeedReport },
    })
    .post('/seed', async (context) => files.seed(context, parse(seedParameters, context)), {
      ...takesFile('seedCatalogue', 'Import a file as its preview showed', seedParameters),
      response: { ...responses, 200: SeedReport },
    })
    .get('/seed/progress', ({ caller }) => files.progressOf(caller.user.id), {
      detail: { operationId: 'readSeedProgress', summary: 'Read how much of a catalogue file is compared or imported' },
      response: { 200: SeedProgress, ...errorResponses.admin },
    })
    .post('/seed/merged', async (context) => files.merge(context, parse(mergeParameters, context)), {
      ...takesFile('mergeIntoFile', mergeSummary, mergeParameters),
      response: { ...responses, 200: CatalogueFile },
    })
    .get('/example-table', () => new Response(exampleTable, { headers: exampleHeaders }), {
      detail: {
        operationId: 'downloadExampleTable',
        summary: 'Download a CSV file to fill in',
        responseHeaders: ['Content-Disposition'],
      },
      response: { 200: Type.String({ contentMediaType: 'text/csv' }), ...errorResponses.admin },
    })
    .get('/sample', () => new Response(sampleCatalogue(), { headers: { 'content-type': 'application/json' } }), {
      detail: { operationId: 'readSample', summary: 'Read the sample catalogue' },
      response: { 200: CatalogueFile, ...errorResponses.admin },
    })
}

const previewSummary = 'Preview the import of a catalogue file, or of a file that `import` reads'
const mergeSummary = 'Write the changes by people since the last import into a catalogue file'

const parse = <Of extends Parameters>(parameters: Of, { request }: { request: Request }) =>
  parseQuery(parameters, new URL(request.url).searchParams)

/** Describes a route whose body is a file. A browser may not know the type of one, so that any is accepted. */
const takesFile = (operationId: string, summary: string, parameters: Parameters) => ({
  body: CatalogueFile,
  detail: {
    operationId,
    summary,
    queryParameters: describeParameters(parameters),
    otherBodyTypes: ['text/csv', 'application/xml', 'application/octet-stream'],
  },
})

const responses = { 409: Message, ...errorResponses.admin, ...errorResponses.body, 400: InvalidSeed }

const exampleHeaders = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="tracks.csv"',
}
