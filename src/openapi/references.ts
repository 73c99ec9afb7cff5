/** The references of a part of a document, such as `#/components/headers/ETag`. */
export const referencesOf = (part: unknown): Set<string> =>
  new Set(Array.from(JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g), ([, reference = '']) => reference))

/** Those components of a kind, such as `headers`, that one of the references means. */
export const selectReferred = <Component>(
  kind: string,
  components: Record<string, Component>,
  references: ReadonlySet<string>,
): Record<string, Component> =>
  Object.fromEntries(Object.entries(components).filter(([name]) => references.has(`#/components/${kind}/${name}`)))
