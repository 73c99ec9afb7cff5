import type { ResourceName } from '../../resources/names.ts'

/** A record that a picker offers, and that a form refers to. */
export interface Choice {
  id: number
  name: string
  /** What tells it from others of the same name, such as the year of an album. */
  hint?: string | undefined
}

/** The resources that other records refer to. */
export type PickedResource = Exclude<ResourceName, 'tracks'> | 'users'
