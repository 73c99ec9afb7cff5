/** How names are written around the world. Searching folds accents, capitals and punctuation, and plain names need none of that. */
const forms: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name}, Vol. 2 (Live)`,
  (name) => `Café ${name}, Ünïversal`,
  (name) => `${name} 東京事変のアルバム`,
  (name) => `Звуки Му ${name}`,
]

/** Writes a name in one of five forms, in turn. */
export const writeName = (name: string, index: number): string =>
  (forms[index % forms.length] as (name: string) => string)(name) // the index is in range
