/**
 * Says a sentence of the converters without the flags of the command line that it names: the console has a field for each of them.
 * `say --columns artists="Band"` becomes `choose "Band" as the artists`.
 */
export const removeFlags = (sentence: string): string =>
  sentence
    .replaceAll(/, which --[a-z-]+ names| Leave out --[a-z-]+\./g, '')
    .replaceAll(/(?: with|:) --columns (?:\w+=(?:COLUMN|"(?:[^"\\]|\\.)*"),?)+/g, '')
    .replaceAll(/\bsay (?=--columns )/gi, 'choose ')
    .replaceAll(
      /--columns (\w+)=("(?:[^"\\]|\\.)*"|\w+)/g,
      (_, field: string, column: string) => `${column} as the ${field.replaceAll('_', ' ')}`,
    )
    // What a file has is in quotes.
    .replaceAll(/"(?:[^"\\]|\\.)*"|--[a-z-]+ /g, (text) => (text.startsWith('"') ? text : ''))
