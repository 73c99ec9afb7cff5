import type { BadCatalogue } from '../seeding/problems.ts'

/** `file:line:column pointer sentence`, the first part as editors and terminals link it. */
export const problemLines = (file: string, { problems, more }: BadCatalogue): string[] => [
  ...problems.map(({ line, column, pointer, sentence }) =>
    [`${file}:${line}:${column}`, pointer, sentence].filter((part) => part !== '').join(' '),
  ),
  ...(more > 0 ? [`… and ${more} more.`] : []),
]
