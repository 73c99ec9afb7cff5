import { Type } from '@sinclair/typebox'

/** What a library is in: a file or the memory, or a database of PostgreSQL. */
export const Engine = Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')])
