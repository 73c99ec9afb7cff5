import { test } from 'bun:test'
import Ajv from 'ajv'

/** Compiles the JSON Schema of a file to seed. It has keywords of editors. */
export const compileFileSchema = (schema: string) =>
  new Ajv({ allowUnionTypes: true, keywords: ['patternErrorMessage', 'defaultSnippets'] }).compile(JSON.parse(schema))

/** The Python of the system, for which Debian has packages. */
const python = '/usr/bin/python3'

const hasJsonSchema = () => {
  try {
    return Bun.spawnSync([python, '-c', 'import jsonschema']).success
  } catch {
    return false
  }
}

/** A test that is skipped where Python has no package `jsonschema`. */
export const pythonTest = test.skipIf(!hasJsonSchema())

const program = `
import json, jsonschema, sys
schema, values = json.load(sys.stdin)
validator = jsonschema.Draft7Validator(schema)
jsonschema.Draft7Validator.check_schema(schema)
json.dump([validator.is_valid(value) for value in values], sys.stdout)
`

/** Validates values with Python. Returns whether each is valid. */
export const validateWithPython = async (schema: string, values: unknown[]): Promise<boolean[]> => {
  const child = Bun.spawn([python, '-c', program], {
    stdin: new Blob([JSON.stringify([JSON.parse(schema), values])]),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 120_000,
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}
