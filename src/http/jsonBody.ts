import type { TObject } from '@sinclair/typebox'
import { MalformedBody, ValidationError } from '../base/errors.ts'
import { isObject } from '../base/objects.ts'
import { validateObject } from '../validation/validateObject.ts'
import type { RecordPath } from './paths.ts'
import { type BodyContext, type BodyLimits, readBody } from './readBody.ts'

/** Looks up the record that a path identifies. @throws NotFound; PreconditionFailed */
type RecordCheck = (context: { params: RecordPath; request: Request }) => Promise<void>

export type JsonBody = ReturnType<typeof createJsonBody>

/**
 * Creates `jsonBody(schema, recordCheck?, currentSchema?)`, the options of a route that takes a JSON body.
 *
 * Elysia parses a body before any hook can reject the request. Here the body is read and validated in the transform
 * phase, after the guards, which run in the same phase: the body of a request that they reject is never read.
 *
 * `recordCheck` runs when the JSON breaks a rule: a missing record (404) and a changed one (412) take precedence over invalid
 * fields (400). A body that can't be read as JSON is rejected without it (400, 408, 413, 415, 503).
 *
 * `currentSchema` returns the schema of the present moment, where a setting changes which of them holds. `schema` allows what any of them does.
 *
 * Elysia does not validate the body (`declaredSchemas.ts`): its message contains the whole value, and takes seconds to build for a deeply
 * nested one.
 */
export const createJsonBody = (limits: BodyLimits) => {
  return <Schema extends TObject>(
    schema: Schema,
    recordCheck: RecordCheck = async () => {},
    currentSchema: () => TObject = () => schema,
  ) => {
    // The hook names what it needs of the context. Where one is handed on as a whole, Elysia prepares all that it may have, cookies included.
    const readAndValidate = async (context: BodyContext & { body: unknown; params: RecordPath }) => {
      const { request, caller, checkAccess, params } = context
      const body = await readBody({ request, caller }, limits, parseJson)
      // While the body was on its way, the caller may have lost the right to what the next checks would show.
      await checkAccess?.()
      try {
        // The other members are dropped: a request may wait for long, and they may take much memory.
        context.body = validateObject(currentSchema(), requireObject(body))
      } catch (error) {
        await recordCheck({ params, request })
        throw error
      }
    }
    return { body: schema, transform: [readAndValidate] }
  }
}

const requireObject = (body: unknown): Record<string, unknown> => {
  if (isObject(body)) return body
  throw new ValidationError({ body: ['The body must be a JSON object.'] })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parseJson = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new MalformedBody('The body is not valid JSON.')
  }
}
