/** Quotes a path for a POSIX shell, where it needs quotes. */
export const quoteForShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
