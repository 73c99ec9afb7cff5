import { Command } from 'commander'
import { printChunks } from '../output/write.ts'

export const licensesCommand = () =>
  new Command('licenses').description('print the licences of what this program contains').action(async () => {
    // scripts/buildLicenses.ts writes the file.
    const { default: path } = await import('../../../dist/licenses/THIRD-PARTY-LICENSES.txt', {
      with: { type: 'file' },
    })
    await printChunks([await Bun.file(path).text()])
  })
