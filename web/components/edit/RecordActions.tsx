import type { ResourceName } from '../../resources/names.ts'

/** The buttons that edit and delete a record; only admins have them. */
export const RecordActions = (_: { resource: ResourceName; record: { id: number } }) => null
