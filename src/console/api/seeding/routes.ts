import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../../accounts/callers.ts'
import type { AuditedWrite } from '../../../audit/write.ts'
import { MalformedBody, ValidationError } from '../../../base/errors.ts'
import { yieldIfDue } from '../../../base/eventLoop.ts'
import { slices } from '../../../base/objects.ts'
import { createScheduler } from '../../../base/scheduler.ts'
import { describeParameters, parseQuery } from '../../../http/query.ts'
import type { BodyContext } from '../../../http/readBody.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import type { LongWork } from '../../../library/longWork.ts'
import { InvalidFile } from '../../../seeding/read/problems.ts'
import { sampleCatalogue } from '../../../seeding/sample.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { exampleTable } from '../csv/example.ts'
import { type Conversion, convertHere, convertInProcess, TableRejected } from './convert.ts'
import { createFileMemory } from './fileMemory.ts'
import { CatalogueFile, InvalidSeed, SeedProgress, SeedReport } from './model.ts'
import { createBusyError, maxFileBytes, type ReadText, receiveFile } from './readFile.ts'
import { createProblemsResponse, createTableResponse, describeConverted } from './responses.ts'
import { mergeFile, runSeed } from './run.ts'
import {
  type MergeParameters,
  mergeParameters,
  previewParameters,
  type SeedParameters,
  seedParameters,
} from './seedParameters.ts'

/** A browser may not know the type of a file, so that any is accepted. */
const otherBodyTypes = ['text/csv', 'application/xml', 'application/octet-stream']

const exampleHeaders = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="tracks.csv"',
}

interface SeedContext extends BodyContext {
  caller: Caller
  write: AuditedWrite
  longWork: LongWork
}

/**
 * How long a file waits for the one before it, in milliseconds. An admin who changes what a preview shall show sends the file again, and the
 * server may learn later that the client of the first request has gone.
 */
const timeoutMs = 1_000

/** How many changes are turned into JSON before others may run. */
const changesPerSlice = 200

const noProgress = { processed: 0, total: 0 }

/** The routes that preview and seed a catalogue file. Each file is sent twice, so that none waits here for its confirmation. */
export const seedingRoutes = ({ library, guards, commands }: Pick<ConsoleDeps, 'library' | 'guards' | 'commands'>) => {
  const queue = createScheduler({ capacity: 1, maxWaiting: 100, timeoutMs }, createBusyError)
  const memory = createFileMemory(2 * maxFileBytes)
  /** Of the file that runs, since one runs at a time. */
  let progress = { account: 0, ...noProgress }

  /** Runs a function when the file is there: a client may hold it back. */
  const receive = async <T>(context: SeedContext, run: (readText: ReadText) => Promise<T>): Promise<T> => {
    using file = memory.add()
    const readText = await receiveFile(context, file)
    file.hasArrived()
    return await queue.run(context.longWork, () => run(readText))
  }

  const merge = (context: SeedContext, parameters: MergeParameters) =>
    receive(context, async (readText) => {
      try {
        const { text } = await readText(async () => {
          throw new MalformedBody(
            'Only a catalogue file can be merged into. Make one of this file: music-library import FILE > catalogue.json',
          )
        })
        const merged = await mergeFile(library, text, { ...parameters, work: context.longWork })
        return new Response(merged, { headers: { 'content-type': 'application/json' } })
      } catch (error) {
        if (error instanceof InvalidFile) return createProblemsResponse(error, undefined)
        throw error
      }
    })

  const respond = (context: SeedContext, parameters: SeedParameters) =>
    receive(context, async (readText) => {
      let conversion: Conversion | undefined
      try {
        const { columns, encoding, root, skip_unreadable, ...seedParameters } = parameters
        const table = { columns, encoding, root, skip_unreadable }
        // A seed goes on without its client.
        const signal = parameters.digest === undefined ? context.request.signal : undefined
        const read = await readText((bytes) =>
          commands ? convertInProcess(bytes, table, commands, signal) : convertHere(bytes, table),
        )
        conversion = read.conversion
        if (seedParameters.prune && conversion && !conversion.table.isWholeLibrary)
          throw new ValidationError({
            prune: [`The file is ${conversion.table.format}, which is not all of a library.`],
          })
        const account = context.caller.user.id
        const onProgress = (processed: number, total: number) => {
          progress = { account, processed, total }
        }
        const request = { ...read, ...seedParameters, table, work: context.longWork, onProgress }
        const report = describeConverted(await runSeed(library, context.write, request), conversion)
        const json = await toJson({ dry_run: parameters.digest === undefined, ...report })
        return new Response(json, { headers: { 'content-type': 'application/json' } })
      } catch (error) {
        if (error instanceof TableRejected) return createTableResponse(error)
        if (error instanceof InvalidFile) return createProblemsResponse(error, conversion)
        throw error
      } finally {
        progress = { account: 0, ...noProgress }
      }
    })

  const responses = {
    200: SeedReport,
    409: Message,
    ...errorResponses.admin,
    ...errorResponses.body,
    400: InvalidSeed,
  }
  return new Elysia({ name: 'console-seeding' })
    .use(guards.adminOnly)
    .post(
      '/seed/preview',
      async (context) => respond(context, parseQuery(previewParameters, new URL(context.request.url).searchParams)),
      {
        body: CatalogueFile,
        detail: {
          operationId: 'previewSeed',
          summary: 'Show what seeding a catalogue file, or a file that `import` reads, would change',
          queryParameters: describeParameters(previewParameters),
          otherBodyTypes,
        },
        response: responses,
      },
    )
    .post(
      '/seed',
      async (context) => respond(context, parseQuery(seedParameters, new URL(context.request.url).searchParams)),
      {
        body: CatalogueFile,
        detail: {
          operationId: 'seedCatalogue',
          summary: 'Seed a file as its preview showed',
          queryParameters: describeParameters(seedParameters),
          otherBodyTypes,
        },
        response: responses,
      },
    )
    .get(
      '/seed/progress',
      ({ caller }) => {
        const { account, processed, total } = progress
        return account === caller.user.id ? { processed, total } : noProgress
      },
      {
        detail: { operationId: 'readSeedProgress', summary: 'Read how much of a catalogue file is compared or seeded' },
        response: { 200: SeedProgress, ...errorResponses.admin },
      },
    )
    .post(
      '/seed/merged',
      async (context) => merge(context, parseQuery(mergeParameters, new URL(context.request.url).searchParams)),
      {
        body: CatalogueFile,
        detail: {
          operationId: 'mergeIntoFile',
          summary: 'Write what people have changed since the last seed into a catalogue file',
          queryParameters: describeParameters(mergeParameters),
          otherBodyTypes,
        },
        response: { ...responses, 200: CatalogueFile },
      },
    )
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

/** Turns the changes into JSON in slices: there may be fifty thousand. */
const toJson = async ({ changes, ...report }: SeedReport) => {
  const parts: string[] = []
  for (const slice of slices(changes, changesPerSlice)) {
    await yieldIfDue()
    parts.push(JSON.stringify(slice).slice(1, -1))
  }
  return `${JSON.stringify(report).slice(0, -1)},"changes":[${parts.join()}]}`
}
