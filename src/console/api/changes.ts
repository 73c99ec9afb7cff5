import { Type } from '@sinclair/typebox'
import { Flag } from '../../validation/choice.ts'
import { Digest } from '../../validation/digest.ts'

// What all routes have in common that preview a set of changes and make it with `runChanges`.

/** The members of a body that say whether changes are only previewed, and which ones are made. */
export const run = { dry_run: Type.Optional(Flag()), digest: Type.Optional(Digest()) }

/** The member of a response that identifies the changes. */
export const digestOfChanges = Type.String({ description: 'Identifies all changes. Send it to make exactly these.' })

/** How many changes a response lists. */
export const maxListed = 100
