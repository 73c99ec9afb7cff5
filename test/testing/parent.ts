// Starts a library, prints its URL, and then does what the argument says. Run by Node and by Bun.
import { startMusicLibrary } from '../../testing/index.ts'

const library = await startMusicLibrary()
console.log(library.url)
if (process.argv[2] === 'wait') setInterval(() => {}, 1_000)
