import type { TSchema } from '@sinclair/typebox'

interface Writer {
  /** The name of the declared type of a schema; undefined for one that is written where it is used. */
  nameOf(schema: TSchema): string | undefined
  /** What is said of a type, by its name. */
  comments?: Record<string, string>
  /** Whether an optional member may also be `undefined`, for programs with `exactOptionalPropertyTypes`. JSON leaves it out. */
  allowsUndefined?: boolean
}

/** An interface that others extend, with the names of its members. */
interface Base {
  name: string
  members: readonly string[]
}

const timestamps: Base = { name: 'Timestamps', members: ['created_at', 'updated_at'] }

/** Writes TypeScript types of TypeBox schemas, as Biome formats them. */
export const createTypeWriter = ({ nameOf, comments = {}, allowsUndefined = false }: Writer) => {
  const write = (schema: TSchema, indent: string): string => nameOf(schema) ?? writeInline(schema, indent)

  const writeInline = (schema: TSchema, indent: string): string => {
    const { anyOf, type, items, const: literal, patternProperties } = schema
    if (anyOf)
      return join(
        anyOf.map((option: TSchema) => write(option, indent)),
        indent,
      )
    if (literal !== undefined) return quote(literal)
    if (schema.enum) return writeOrder(schema.enum) ?? join(schema.enum.map(quote), indent)
    if (Array.isArray(type)) return type.map((one: string) => writeInline({ ...schema, type: one }, indent)).join(' | ')
    if (type === 'array') {
      const item = write(items, indent)
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`
    }
    if (patternProperties)
      return `Record<string, ${write(Object.values<TSchema>(patternProperties)[0] as TSchema, indent)}>`
    if (type === 'object' && schema.propertyNames) return writeRecord(schema, indent)
    if (type === 'object') return writeMembers(schema, indent)
    return simpleTypes[type] ?? 'unknown'
  }

  /** An object whose members are all alike, and have one of some names. */
  const writeRecord = ({ propertyNames, additionalProperties, minProperties }: TSchema, indent: string) => {
    const names: string[] = propertyNames.enum
    const record = `Record<${join(names.map(quote), indent)}, ${write(additionalProperties as TSchema, indent)}>`
    return minProperties === names.length ? record : `Partial<${record}>`
  }

  const writeMembers = ({ properties, required = [] }: TSchema, indent: string, without: readonly string[] = []) => {
    const inner = `${indent}  `
    const members = Object.entries<TSchema>(properties).filter(([name]) => !without.includes(name))
    const lines = members.map(([name, member]) => {
      const { description = member.anyOf?.[0].description } = member
      const comment = description && !nameOf(member) ? `${inner}/** ${description} */\n` : ''
      const isOptional = !required.includes(name)
      const type = write(member, inner) + (isOptional && allowsUndefined ? ' | undefined' : '')
      return `${comment}${inner}${name}${isOptional ? '?' : ''}:${spaced(type)}\n`
    })
    return `{\n${lines.join('')}${indent}}`
  }

  /** Declares the type of a schema. @param given - what it extends; a record extends `Timestamps` by default */
  return (name: string, schema: TSchema, given?: Base): string => {
    const text = comments[name] ?? schema.description
    const comment = text ? `/** ${text} */\n` : ''
    if (!schema.properties) return `${comment}export type ${name} =${spaced(writeInline(schema, ''))}\n`
    const isStamped = name !== timestamps.name && timestamps.members.every((stamp) => schema.required?.includes(stamp))
    const base = given ?? (isStamped ? timestamps : undefined)
    return `${comment}export interface ${name}${base ? ` extends ${base.name}` : ''} ${writeMembers(schema, '', base?.members)}\n`
  }
}

/** Longer unions have a line for each of their types. */
const maxUnion = 100

const join = (types: string[], indent: string): string => {
  const line = types.join(' | ')
  return line.length <= maxUnion ? line : types.map((type) => `\n${indent}  | ${type}`).join('')
}

/** The type of an order, whose names may each be after a minus sign; undefined for another enumeration. */
const writeOrder = (values: readonly unknown[]): string | undefined => {
  const names = values.filter((value) => values.includes(`-${value}`))
  return names.length > 0 && names.length * 2 === values.length
    ? `\`\${'' | '-'}\${${names.map(quote).join(' | ')}}\``
    : undefined
}

const simpleTypes: Record<string, string> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

/** A type behind a sign, on the same line or on those below. */
const spaced = (type: string) => (type.startsWith('\n') ? type : ` ${type}`)

const quote = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))
