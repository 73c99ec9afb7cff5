import { Command } from 'commander'
import { addSettings } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import { OperationalError } from '../../errors.ts'
import { backupFolder } from '../../library/backup.ts'
import { diagnose } from '../../library/diagnose.ts'
import { requireFilePath } from '../../library/locate.ts'

interface Options extends Pick<Settings, 'database' | 'backupDir'> {
  json?: true
}

export const doctorCommand = () =>
  addSettings(new Command('doctor'), ['database', 'backupDir'])
    .description('look at the library and its surroundings; also while the server runs')
    .option('--json', 'as JSON')
    .action(run)

const marks = { good: 'ok   ', note: 'note ', wrong: 'WRONG' }

const run = ({ database, backupDir, json }: Options) => {
  const path = requireFilePath(database)
  const findings = diagnose(path, backupDir ?? backupFolder(path))
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  if (json) console.log(JSON.stringify({ ok: wrong === 0, findings }, null, 2))
  else for (const { what, state, says } of findings) console.log(`${marks[state]}  ${what.padEnd(11)}  ${says}`)
  if (wrong > 0) throw new OperationalError(`${wrong} thing${wrong === 1 ? ' is' : 's are'} wrong with ${path}.`)
}
