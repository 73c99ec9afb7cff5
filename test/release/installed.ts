import { builtRelease } from './built.ts'
import { bootContainer, type Container, type Suite } from './container.ts'

export const secret = 'a long secret'
const email = 'you@example.com'

/** A container in whose folder /root the files of the release for this machine lie. */
export const bootWithRelease = async (suite?: Suite): Promise<Container> => {
  const container = await bootContainer(await builtRelease(), suite)
  await container.runOk('find /host -maxdepth 1 -type f -exec cp --target-directory /root {} +')
  return container
}

/** Runs the command of the docs that makes the first admin, and types a password. */
export const addFirstAdmin = async (container: Container, command: string) =>
  await container.runInTerminal(command, [
    [`Password for ${email}`, `${secret}\r`],
    ['Repeat the password', `${secret}\r`],
  ])

/** @returns the status of the response to a login of the first admin */
export const login = async ({ runOk }: Container): Promise<number> => {
  const body = JSON.stringify({ email, password: secret })
  const url = 'http://127.0.0.1:3000/api/login'
  return Number(
    await runOk(`curl -sS -o /dev/null -w '%{http_code}' -H 'Content-Type: application/json' -d '${body}' ${url}`),
  )
}

const showProperty = async ({ runOk }: Container, name: string) =>
  Number(await runOk(`systemctl show music-library --property ${name} --value`))

export const mainPid = async (container: Container): Promise<number> => await showProperty(container, 'MainPID')
export const countRestarts = async (container: Container): Promise<number> => await showProperty(container, 'NRestarts')
