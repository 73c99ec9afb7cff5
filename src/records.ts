/** A record with a value for each key. Its type has every key, which `Object.fromEntries` loses. */
export const fromKeys = <Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> =>
  // The entries are made from exactly these keys.
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<Key, Value>
