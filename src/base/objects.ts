/** Creates an object with these keys. */
export const fromKeys = <Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<Key, Value> // fromEntries widens the keys to string

/** Creates an object with the same keys as another one. */
export const mapValues = <Key extends string, From, To>(
  object: Readonly<Record<Key, From>>,
  map: (value: From, key: Key) => To,
): Record<Key, To> => fromKeys(keysOf(object), (key) => map(object[key], key))

/** Returns the keys of an object. The object must have no other keys than its type. */
export const keysOf = <Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(object) as Key[] // Object.keys widens them to string

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type WithoutUndefined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>
}

/** Drops the members that are undefined. */
export const withoutUndefined = <T extends object>(members: T): WithoutUndefined<T> => {
  const defined: Record<string, unknown> = {}
  // Object.entries would take three times as long.
  for (const name in members) if (members[name] !== undefined) defined[name] = members[name]
  return defined as WithoutUndefined<T> // The loop keeps all others.
}

/** Divides an array into parts of at most `size` items, for instance for one statement each. */
export function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
