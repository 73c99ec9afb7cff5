import type { TObject } from '@sinclair/typebox'
import { type FieldErrors, MalformedBody, ValidationError } from '../base/errors.ts'
import { isObject } from '../base/objects.ts'
import { checkObject, sortErrors } from '../validation/validateObject.ts'
import type { RecordPath } from './paths.ts'
import { type BodyContext, type BodyLimits, readBody } from './readBody.ts'

/**
 * Finds what else is wrong with a body that is rejected.
 * @param context.members - those that are valid, in the form in which they are stored
 * @throws NotFound, PreconditionFailed for the record that the path identifies
 */
type FindErrors = (context: { params: RecordPath; request: Request; members: Members }) => Promise<FieldErrors>

type Members = Record<string, unknown>

export type JsonBody = ReturnType<typeof createJsonBody>

/**
 * Creates `jsonBody(schema, findErrors?, currentSchema?)`, the options of a route that takes a JSON body.
 *
 * Elysia parses a body before any hook can reject the request. Here the body is read and validated in the transform
 * phase, after the guards, which run in the same phase: the body of a request that they reject is never read.
 *
 * `findErrors` runs when the JSON breaks a rule: a missing record (404) and a changed one (412) take precedence over invalid fields (400), and
 * one response names all that is wrong. A valid body costs no read here: what writes it checks the same. A body that can't be read as JSON is
 * rejected without it (400, 408, 413, 415, 503).
 *
 * `currentSchema` returns the schema of the present moment, where a setting changes which of them holds. `schema` allows what any of them does.
 *
 * Elysia does not validate the body (`declaredSchemas.ts`): its message contains the whole value, and takes seconds to build for a deeply
 * nested one.
 */
export const createJsonBody = (limits: BodyLimits) => {
  return <Schema extends TObject>(
    schema: Schema,
    findErrors: FindErrors = async () => ({}),
    currentSchema: () => TObject = () => schema,
  ) => {
    // The hook names what it needs of the context. Where one is handed on as a whole, Elysia prepares all that it may have, cookies included.
    const readAndValidate = async (context: BodyContext & { body: unknown; params: RecordPath }) => {
      const { request, caller, checkAccess, params } = context
      const body = await readBody({ request, caller }, limits, parseJson)
      // While the body was on its way, the caller may have lost the right to what the next checks would show.
      await checkAccess?.()
      const { members, errors } = isObject(body) ? checkObject(currentSchema(), body) : noObject
      // The other members are dropped: a request may wait for long, and they may take much memory.
      context.body = members
      if (Object.keys(errors).length === 0) return
      throw new ValidationError(sortErrors(schema, { ...errors, ...(await findErrors({ params, request, members })) }))
    }
    return { body: schema, transform: [readAndValidate] }
  }
}

const noObject = { members: {}, errors: { body: ['The body must be a JSON object.'] } }

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parseJson = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new MalformedBody('The body is not valid JSON.')
  }
}
