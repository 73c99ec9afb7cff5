import { Type } from '@sinclair/typebox'
import { Argument, Command } from 'commander'
import { hashPassword } from '../../auth/passwords.ts'
import { revokeTokens } from '../../auth/tokens.ts'
import { NewUser } from '../../auth/users/model.ts'
import { createUser, deleteUser, listUsers, readRoleId, readUserId, updateUser } from '../../auth/users/store.ts'
import { addSettings } from '../../config/options.ts'
import type { Database } from '../../database/database.ts'
import { describeFieldErrors, UsageError, ValidationError } from '../../errors.ts'
import { validateObject } from '../../validation/validateObject.ts'
import { askForPassword } from '../askForPassword.ts'
import { table } from '../output/table.ts'
import { withDatabase } from '../withDatabase.ts'

interface Options {
  database: string
}

export const userCommand = () => {
  const command = new Command('user').description('add, list, change and remove accounts; also while the server runs')
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

const add = async (address: string, given: Options & { name?: string; admin?: true }) => {
  const email = address.trim()
  const name = (given.name ?? email.split('@')[0] ?? '').trim()
  requireWords({ name, email })
  // Asked for first, so that a call which ends here leaves no new library behind.
  const hash = await hashPassword(await newPassword(email))
  await withDatabase(given.database, async (database) => {
    const role = given.admin ? 'admin' : 'user'
    const user = await database.write(async (tx, now) =>
      createUser(tx, now, { name, email, hash, role_id: await readRoleId(tx, role) }),
    )
    console.log(`Added ${user.email} with the role ${user.role.name}.`)
  })
}

const list = async ({ json, ...given }: Options & { json?: true }) =>
  inLibrary(given, async ({ read }) => {
    const users = await listUsers(read)
    if (json) return console.log(JSON.stringify(users, null, 2))
    const rows = users.map(({ id, email, name, role, created_at }) => [`${id}`, email, name, role.name, created_at])
    console.log(table(['id', 'email', 'name', 'role', 'created'], rows))
  })

const changeRole = async (email: string, role: string, given: Options) =>
  inLibrary(given, async (database) => {
    const user = await database.write(async (tx, now) =>
      updateUser(tx, now, await readUserId(tx, email), { role_id: await readRoleId(tx, role) }),
    )
    console.log(`${user.email} has the role ${user.role.name}.`)
  })

const changePassword = async (email: string, given: Options) =>
  inLibrary(given, async (database) => {
    const id = await readUserId(database.read, email)
    const hash = await hashPassword(await newPassword(email))
    await database.write(async (tx, now) => {
      await updateUser(tx, now, id, { hash })
      await revokeTokens(tx, id)
    })
    console.log(`Changed the password of ${email}. Its sessions have ended.`)
  })

const remove = async (email: string, given: Options) =>
  inLibrary(given, async (database) => {
    await database.write(async (tx) => deleteUser(tx, await readUserId(tx, email)))
    console.log(`Removed ${email}.`)
  })

/** Only adding an account may start a library. */
const inLibrary = <T>({ database }: Options, work: (database: Database) => Promise<T>) =>
  withDatabase(database, work, { mustExist: true })

const newPassword = async (email: string) => {
  const password = await askForPassword(email)
  validateObject(Type.Pick(NewUser, ['password']), { password })
  return password
}

const requireWords = (account: { name: string; email: string }) => {
  try {
    validateObject(Type.Pick(NewUser, ['name', 'email']), account)
  } catch (error) {
    throw error instanceof ValidationError ? new UsageError(describeFieldErrors(error)) : error
  }
}
