import type { InvalidCatalogue } from '../../seeding/problems.ts'

/** `file:line:column pointer sentence`, the first part as editors and terminals link it. */
export const problemLines = (file: string, { problems, more }: InvalidCatalogue): string[] => [
  ...problems.map(({ line, column, pointer, sentence }) =>
    [`${file}:${line}:${column}`, pointer, sentence]
      .filter((part) => part !== '')
      .map(visible)
      .join(' '),
  ),
  ...(more > 0 ? [`… and ${more} more.`] : []),
]

/** Names in a file may hold newlines and what terminals take for commands. */
const visible = (text: string) =>
  text.replaceAll(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
