import Ajv from 'ajv'
import { maxMs } from './bounds.ts'
import { programPath } from './packages.ts'
import { programTest } from './programs.ts'

/** Compiles the JSON Schema of a file to seed. It has keywords of editors. */
export const compileFileSchema = (schema: string) =>
  new Ajv({ allowUnionTypes: true, keywords: ['patternErrorMessage', 'defaultSnippets'] }).compile(JSON.parse(schema))

/** A test that is skipped where Python has no package `jsonschema`, which has a program of this name. */
export const pythonTest = programTest('jsonschema', 'python3')

const program = `
import json, jsonschema, sys
schema, values = json.load(sys.stdin)
validator = jsonschema.Draft7Validator(schema)
jsonschema.Draft7Validator.check_schema(schema)
json.dump([validator.is_valid(value) for value in values], sys.stdout)
`

/** Validates values with Python. Returns whether each is valid. */
export const validateWithPython = async (schema: string, values: unknown[]): Promise<boolean[]> => {
  const child = Bun.spawn([programPath('python3'), '-c', program], {
    stdin: new Blob([JSON.stringify([JSON.parse(schema), values])]),
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(120_000),
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}
