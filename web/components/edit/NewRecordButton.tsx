import type { ResourceName } from '../../resources/names.ts'

/** The button that creates a record; only admins have it. */
export const NewRecordButton = (_: { resource: ResourceName }) => null
