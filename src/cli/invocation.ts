import { basename } from 'node:path'

/** How this program is called, to be shown in advice: the executable, or Bun on the source. */
export const invocation = Bun.main.includes('$bunfs')
  ? process.execPath
  : `bun ${basename(Bun.main) === 'main.ts' ? 'src/main.ts' : Bun.main}`
