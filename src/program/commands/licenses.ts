import { Command } from 'commander'
import { OperationalError } from '../../base/errors.ts'
import { printChunks } from '../output/write.ts'

export const licensesCommand = () =>
  new Command('licenses').action(async () => {
    // scripts/buildLicenses.ts writes the file. From source it is missing before the first build or test.
    const { default: path } = await import('../../../dist/licenses/THIRD-PARTY-LICENSES.txt', {
      with: { type: 'file' },
    }).catch(() => {
      throw new OperationalError('The text of the licences is not built yet. Run: npx -y bun@1.4.5 run build')
    })
    await printChunks([await Bun.file(path).text()])
  })
