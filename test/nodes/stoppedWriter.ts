import { openLibrary } from '../../src/library/open.ts'
import { createLabel } from '../support/catalogueStore.ts'

// A node that stops itself with SIGSTOP in the middle of a write: `bun stoppedWriter.ts <url of the database>`.

const library = await openLibrary(process.argv[2] ?? '')
const write = library.write(async (tx) => {
  await createLabel(tx, 'before')
  console.log('stopping')
  process.kill(process.pid, 'SIGSTOP')
  await createLabel(tx, 'after')
})
await write.then(
  () => console.log('committed'),
  (error) => console.log(error.name),
)
await library.close()
