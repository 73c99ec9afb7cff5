import manifest from '../../package.json'

/** The address of the project's home, such as `https://music.example.org`; undefined as long as it has none. `bun run home` sets it. */
export const projectHome = (manifest as { homepage?: string }).homepage
