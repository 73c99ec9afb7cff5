import { type Static, Type } from '@sinclair/typebox'

/** The result of one check. `doctor --json` prints it as it is, so its members and values are a public interface. */
export const Finding = Type.Object(
  {
    what: Type.String({ description: 'The name of the check.' }),
    state: Type.Union([Type.Literal('good'), Type.Literal('note'), Type.Literal('wrong')], {
      description: '`note` is information for the operator; `wrong` has to be fixed.',
    }),
    says: Type.String(),
  },
  { title: 'Finding' },
)
export type Finding = Static<typeof Finding>
