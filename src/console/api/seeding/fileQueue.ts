import type { Caller } from '../../../accounts/callers.ts'
import type { AuditedWrite } from '../../../audit/auditedWrite.ts'
import { MalformedBody, ValidationError } from '../../../base/errors.ts'
import { createScheduler } from '../../../base/scheduler.ts'
import type { BodyContext } from '../../../http/readBody.ts'
import type { LongWork } from '../../../library/longWork.ts'
import { InvalidFile } from '../../../seeding/read/problems.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { type Conversion, convertHere, convertInProcess, TableRejected } from './convert.ts'
import { createFileMemory } from './fileMemory.ts'
import { createBusyError, maxFileBytes, type ReadText, receiveFile } from './readFile.ts'
import { createProblemsResponse, createTableResponse, describeConverted, respondWithReport } from './responses.ts'
import { mergeFile, runSeed } from './run.ts'
import type { MergeParameters, SeedParameters } from './seedParameters.ts'

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

const noProgress = { processed: 0, total: 0 }

/** Receives the files of requests, and works with one at a time. */
export class FileQueue {
  private readonly queue = createScheduler({ capacity: 1, maxWaiting: 100, timeoutMs }, createBusyError)
  private readonly memory = createFileMemory(2 * maxFileBytes)
  /** Of the file that runs, since one runs at a time. */
  private progress = { account: 0, ...noProgress }

  constructor(private readonly deps: Pick<ConsoleDeps, 'library' | 'commands'>) {}

  /** The numbers of entries of the file of an account. */
  progressOf(id: number) {
    const { account, processed, total } = this.progress
    return account === id ? { processed, total } : noProgress
  }

  /** Responds with what seeding a file would change, or with what it has changed if the digest of a preview is given. */
  seed(context: SeedContext, { columns, encoding, root, rows, skip_unreadable, ...parameters }: SeedParameters) {
    return this.receive(context, async (readText) => {
      let conversion: Conversion | undefined
      try {
        const table = { columns, encoding, root, rows, skip_unreadable }
        // A seed goes on without its client.
        const signal = parameters.digest === undefined ? context.request.signal : undefined
        const { library, commands } = this.deps
        const read = await readText((bytes) =>
          commands ? convertInProcess(bytes, table, commands, signal) : convertHere(bytes, table),
        )
        conversion = read.conversion
        if (parameters.prune) requireWholeLibrary(conversion)
        const account = context.caller.user.id
        const onProgress = (processed: number, total: number) => {
          this.progress = { account, processed, total }
        }
        const request = { ...read, ...parameters, table, work: context.longWork, onProgress }
        const report = describeConverted(await runSeed(library, context.write, request), conversion)
        return await respondWithReport({ dry_run: parameters.digest === undefined, ...report })
      } catch (error) {
        if (error instanceof TableRejected) return createTableResponse(error)
        if (error instanceof InvalidFile) return createProblemsResponse(error, conversion)
        throw error
      } finally {
        this.progress = { account: 0, ...noProgress }
      }
    })
  }

  /** Responds with a file that has what people have changed. */
  merge(context: SeedContext, parameters: MergeParameters) {
    return this.receive(context, async (readText) => {
      try {
        const { text } = await readText(rejectTable)
        const merged = await mergeFile(this.deps.library, text, { ...parameters, work: context.longWork })
        return new Response(merged, { headers: { 'content-type': 'application/json' } })
      } catch (error) {
        if (error instanceof InvalidFile) return createProblemsResponse(error, undefined)
        throw error
      }
    })
  }

  /** Runs a function when the file is there: a client may hold it back. */
  private async receive(context: SeedContext, run: (readText: ReadText) => Promise<Response>): Promise<Response> {
    using file = this.memory.add()
    const readText = await receiveFile(context, file)
    file.hasArrived()
    return await this.queue.run(context.longWork, () => run(readText))
  }
}

/** @throws ValidationError if a file was converted that is a part of a library: a seed of it must not prune */
const requireWholeLibrary = (conversion: Conversion | undefined) => {
  if (!conversion || conversion.table.isWholeLibrary) return
  throw new ValidationError({ prune: [`The file is ${conversion.table.format}, which is not a whole library.`] })
}

const rejectTable = async () => {
  throw new MalformedBody(
    'Only a catalogue file can be merged into. Make one of this file: music-library import FILE > catalogue.json',
  )
}
