import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { Document } from './openApiDocument.ts'

/** Validates a value against a part of a document, such as `#/components/schemas/Label`. @throws Error */
export type Validator = (pointer: string, value: unknown, what: string) => void

/** Validates what a client sends: the server ignores members that a schema does not have. */
export const createRequestValidator = (document: Document): Validator => {
  // The document has members that are no keywords of JSON Schema.
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ ...document, $id: 'openapi' })
  const compiled = new Map<string, ValidateFunction>()
  return (pointer, value, what) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` })
    compiled.set(pointer, validate)
    if (!validate(value)) throw new Error(ajv.errorsText(validate.errors, { dataVar: what }))
  }
}

/** Validates what the server sends: only members that the schemas have. */
export const createResponseValidator = (document: Document): Validator => {
  const closed = structuredClone(document)
  for (const schema of Object.values(closed.components.schemas)) {
    if (schema.properties) schema.additionalProperties = false
  }
  return createRequestValidator(closed)
}
