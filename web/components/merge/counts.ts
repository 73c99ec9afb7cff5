import { countRecords, type ResourceName, resourceNames } from '../../resources/names.ts'

const isCount = (entry: [string, unknown]): entry is [ResourceName, number] =>
  resourceNames.some((name) => name === entry[0]) && typeof entry[1] === 'number'

/** How many records of each resource a summary counts. */
export const countsOf = (summary: object | undefined) => Object.entries(summary ?? {}).filter(isCount)

/** The same in words, such as `3 albums`. */
export const describeCounts = (summary: object | undefined): string[] =>
  countsOf(summary).map(([kind, count]) => countRecords(count, kind))
