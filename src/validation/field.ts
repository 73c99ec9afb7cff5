import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'

interface Rule<Kept> {
  /** What JSON Schema can say of it. */
  wire: Record<string, unknown>
  /** The end of a sentence that starts with the field's name, or undefined where the value is fine. */
  problem: (value: unknown) => string | undefined
  keep: (value: never) => Kept
}

/** A field as a schema carries it. */
export interface Field extends TSchema {
  problem: Rule<unknown>['problem']
  /** The form in which a value without a problem is kept. */
  keep: (value: unknown) => unknown
}

TypeRegistry.Set<Field>('Field', (field, value) => field.problem(value) === undefined)

/** A member that a body or a catalogue file may have: what is wrong with a value, and how a right one is kept. */
export const field = <Sent, Kept>({ wire, problem, keep }: Rule<Kept> & { keep: (value: Sent) => Kept }) =>
  Type.Transform(Type.Unsafe<Sent>({ ...wire, [Kind]: 'Field', problem, keep }))
    .Decode(keep)
    .Encode(() => {
      throw new Error('A field is only ever read.')
    })
