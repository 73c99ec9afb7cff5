import { mapValues } from '../../src/base/objects.ts'
import { resources } from '../../src/catalogue/resources.ts'
import { formFieldsOf } from '../../src/resources/resource.ts'

/** What the console's forms need to know of the fields of each resource. It can't import the descriptions, which have Drizzle's columns. */
export const consoleFields = (): string => {
  const fields = mapValues(resources, ({ description }) => formFieldsOf(description))
  return [
    '// What the forms have, by the members of a body. `bun run generate` writes this file from the descriptions of the resources.\n',
    `export const fields = ${writeValue(fields, '')} as const\n`,
  ].join('\n')
}

/** Writes a value as Biome formats it. */
const writeValue = (value: unknown, indent: string): string => {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? `'${value}'` : String(value)
  const line = Array.isArray(value)
    ? `[${value.map((item) => writeValue(item, indent)).join(', ')}]`
    : `{ ${Object.entries(value)
        .map(([name, member]) => `${name}: ${writeValue(member, indent)}`)
        .join(', ')} }`
  if (Array.isArray(value) || 'kind' in value) return line
  const inner = `${indent}  `
  const members = Object.entries(value).map(([name, member]) => `${inner}${name}: ${writeValue(member, inner)},\n`)
  return `{\n${members.join('')}${indent}}`
}
