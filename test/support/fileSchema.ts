import { join } from 'node:path'
import Ajv from 'ajv'
import { maxMs } from './bounds.ts'
import { emptyFolder } from './folder.ts'
import { programPath } from './packages.ts'
import { programTest } from './programs.ts'

/** Compiles the JSON Schema of a file to seed. It has keywords of editors. */
export const compileFileSchema = (schema: string) =>
  new Ajv({ allowUnionTypes: true, keywords: ['patternErrorMessage', 'defaultSnippets'] }).compile(JSON.parse(schema))

/** A test that is skipped where the program of the Python package `jsonschema` is missing. */
export const pythonTest = programTest('jsonschema')

/** Validates values with a validator in Python. Returns whether each is valid. */
export const validateWithPython = async (schema: string, values: unknown[]): Promise<boolean[]> => {
  using folder = emptyFolder()
  const file = join(folder.path, 'values.schema.json')
  const items = JSON.parse(schema)
  await Bun.write(file, JSON.stringify({ $schema: items.$schema, items }))
  // Each error is the index of the value that has it.
  const child = Bun.spawn([programPath('jsonschema'), '--error-format', '{error.path[0]} ', file], {
    stdin: new Blob([JSON.stringify(values)]),
    stderr: 'pipe',
    timeout: maxMs(120_000),
    env: { ...process.env, PYTHONWARNINGS: 'ignore' },
  })
  const [err] = await Promise.all([child.stderr.text(), child.exited])
  if (!/^(\d+ )*$/.test(err)) throw new Error(err)
  const invalid = new Set(err.split(' '))
  return values.map((_, index) => !invalid.has(`${index}`))
}
