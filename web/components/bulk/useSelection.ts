/** The records of a list that are selected, on any of its pages. */
export interface Selection<Listed> {
  records: Listed[]
  onChange(records: Listed[]): void
}

/** Returns undefined for users who may not change records. */
export const useSelection = <Listed extends { id: number }>(): Selection<Listed> | undefined => undefined
