/** An object with a property for each of `names`, in their order, with the value that `valueFor` returns for the name. */
export const mapRecord = <Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): Record<Name, Value> =>
  // Object.fromEntries types its keys as `string`; they are exactly `names`.
  Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>
