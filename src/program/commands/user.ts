import { Type } from '@sinclair/typebox'
import { Argument, Command } from 'commander'
import { hashPassword } from '../../accounts/passwords.ts'
import { deleteTokens } from '../../accounts/tokens.ts'
import { NewUser } from '../../accounts/users/model.ts'
import { createUser, deleteUser, listUsers, readRoleId, readUserId, updateUser } from '../../accounts/users/store.ts'
import { UsageError, ValidationError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { libraryExists, locate } from '../../library/locate.ts'
import { validateObject } from '../../validation/validateObject.ts'
import { printUsers } from '../output/accounts.ts'
import { printLine } from '../output/write.ts'
import { askForPassword } from '../prompts.ts'
import { commandWrite, withDatabase, withExistingDatabase, withReadDatabase, writeExisting } from '../withDatabase.ts'

interface Options {
  database: string
}

export const userCommand = () => {
  const command = new Command('user')
  const subcommand = (name: string) => addSettings(command.command(name), ['database'])

  subcommand('add')
    .description('add an account; the password is asked for, or read from standard input')
    .argument('<email>', 'its e-mail address')
    .option('--name <name>', 'its name (default: the address up to the @)')
    .option('--admin', 'make it an admin')
    .action(add)
  subcommand('list').description('list the accounts').option('--json', 'as JSON').action(list)
  subcommand('role')
    .description('change the role of an account')
    .argument('<email>', 'its e-mail address')
    .addArgument(new Argument('<role>', 'its new role').choices(['admin', 'user']))
    .action(changeRole)
  subcommand('password')
    .description('change a password and end the sessions; it is asked for, or read from standard input')
    .argument('<email>', 'the e-mail address of the account')
    .action(changePassword)
  subcommand('remove')
    .description('remove an account with its likes')
    .argument('<email>', 'its e-mail address')
    .action(remove)
  return command
}

/** The only one of these commands that may create a library. */
const add = async (address: string, options: Options & { name?: string; admin?: true }) => {
  const email = address.trim()
  const name = (options.name ?? email.split('@')[0] ?? '').trim()
  requireValidArguments({ name, email })
  const readHash = async () => hashPassword(await readNewPassword(email))
  // A rejected password must not leave a new library behind. Nobody types a password for a library that can't be used.
  const hashForNew = libraryExists(locate(options.database)) ? undefined : await readHash()
  await withDatabase(options.database, async (database) => {
    const hash = hashForNew ?? (await readHash())
    const role = options.admin ? 'admin' : 'user'
    const user = await commandWrite(database)(async (tx) =>
      createUser(tx, { name, email, hash, role_id: await readRoleId(tx.db, role), email_set_by: 'admin' }),
    )
    printLine(`Added ${user.email} with the role ${user.role.name}.`)
  })
}

const list = async ({ database: url, json = false }: Options & { json?: boolean }) =>
  withReadDatabase(url, async ({ read }) => printUsers(await listUsers(read), json))

const changeRole = async (email: string, role: string, { database: url }: Options) => {
  const user = await writeExisting(url, async (tx) =>
    updateUser(tx, await readUserId(tx.db, email), { role_id: await readRoleId(tx.db, role) }),
  )
  printLine(`${user.email} has the role ${user.role.name}.`)
}

const changePassword = async (email: string, { database: url }: Options) =>
  withExistingDatabase(url, async (database) => {
    const id = await readUserId(database.read, email)
    const hash = await hashPassword(await readNewPassword(email))
    await commandWrite(database)(async (tx) => {
      await updateUser(tx, id, { hash })
      await deleteTokens(tx, id)
    })
    printLine(`Changed the password of ${email}. Its sessions have ended.`)
  })

const remove = async (email: string, { database: url }: Options) => {
  await writeExisting(url, async (tx) => deleteUser(tx, await readUserId(tx.db, email)))
  printLine(`Removed ${email}.`)
}

const readNewPassword = async (email: string) => {
  const password = await askForPassword(email)
  validateObject(Type.Pick(NewUser, ['password']), { password })
  return password
}

/** The name and the address are arguments, so errors in them are wrong usage. */
const requireValidArguments = (account: { name: string; email: string }) => {
  try {
    validateObject(Type.Pick(NewUser, ['name', 'email']), account)
  } catch (error) {
    throw error instanceof ValidationError ? new UsageError(error.message) : error
  }
}
