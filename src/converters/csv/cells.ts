/** Separates several values in one text of beets, which shows NUL so. No name contains it. */
const beetsSeparator = '\\␀'

/** Several values in one cell. An empty separator keeps the cell as one value. A backslash before a separator makes it a part of a value. */
export const splitList = (text: string, separator: string): string[] =>
  text
    .split(beetsSeparator)
    .flatMap((part) => (separator === '' ? [part] : splitUnescaped(part, separator)))
    .map((item) => item.trim())
    .filter((item) => item !== '')

const splitUnescaped = (text: string, separator: string): string[] => {
  const items: string[] = []
  for (const part of text.split(separator)) {
    const last = items.at(-1)
    if (last?.endsWith('\\')) items[items.length - 1] = `${last.slice(0, -1)}${separator}${part}`
    else items.push(part)
  }
  return items
}

/** Writes values of another program into one cell, so that `splitList` reads them with any separator. */
export const joinValues = (values: readonly string[]): string => values.join(beetsSeparator)

/** A path, decoded if it is a `file:` URL. */
export const parsePath = (text: string): string | undefined => {
  const path = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(text)?.[1]
  if (path === undefined) return text
  try {
    // A drive follows a slash: file:///C:/Music.
    return decodeURIComponent(path).replace(/^\/(?=[A-Za-z]:\/)/, '')
  } catch {
    return
  }
}

/** A path without the folder that it starts with, with slashes; undefined if it starts with another one. */
export const removeRoot = (path: string, root: string): string | undefined => {
  const isWindows = windowsPath.test(root)
  const toPath = (text: string) => (isWindows ? text.replaceAll('\\', '/') : text)
  const [given, folder] = [toPath(path), toPath(root).replace(/[/\\]+$/, '')]
  // Windows does not tell capitals and small letters apart.
  const fold = (text: string) => (isWindows ? text.toLowerCase() : text)
  if (!fold(given).startsWith(fold(folder))) return
  return /^[/\\]+(.+)$/s.exec(given.slice(folder.length))?.[1]
}

/** A drive, or a folder of another machine. */
const windowsPath = /^(?:[A-Za-z]:|\\\\)/

/** Joins a folder and the name of a file in it; returns the path as it is if it has the name already. */
export const joinFileName = (path: string, name: string): string => {
  const isFolder = /[/\\]$/.test(path) || (extension.test(name) && !extension.test(path))
  if (!isFolder) return path
  const separator = path.includes('\\') && !path.includes('/') ? '\\' : '/'
  return path.replace(/[/\\]*$/, separator) + name
}

const extension = /\.\w{1,5}$/
