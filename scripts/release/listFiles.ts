/** The paths of all files in a folder, sorted. */
export const listFiles = (folder: string): string[] => [...new Bun.Glob('**/*').scanSync({ cwd: folder })].sort()
