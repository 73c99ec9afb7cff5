// TLS to the server of the database, with certificates that an authority of the test has signed.
import { expect } from 'bun:test'
import { chownSync, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runBinary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { createCliFolder, wordsOf } from '../../support/cliFolder.ts'
import { postgresPrograms, programPath } from '../../support/packages.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import type { Result } from '../../support/process.ts'
import { programTest } from '../../support/programs.ts'

const waitTimeoutMs = maxMs(10_000)

/** Runs a command of openssl, whose words have no spaces. */
const openssl = (folder: string, command: string) => {
  const { exitCode, stderr } = Bun.spawnSync([programPath('openssl'), ...wordsOf(command)], {
    cwd: folder,
    stdin: 'ignore',
  })
  if (exitCode !== 0) throw new Error(`openssl failed: ${stderr}`)
}

const newKey = (name: string) => `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key`

const createAuthority = (folder: string, name: string) =>
  openssl(folder, `req -x509 ${newKey(name)} -days 2 -subj /CN=${name} -out ${name}.pem`)

const createCertificate = async (folder: string, name: string, authority: string, alternative: string) => {
  await Bun.write(join(folder, `${name}.ext`), `subjectAltName=${alternative}\n`)
  openssl(folder, `req ${newKey(name)} -subj /CN=${name} -out ${name}.csr`)
  const signer = `-CA ${authority}.pem -CAkey ${authority}.key -CAcreateserial`
  openssl(folder, `x509 -req -in ${name}.csr ${signer} -days 2 -extfile ${name}.ext -out ${name}.pem`)
}

/** Makes a running server offer TLS with a certificate. */
const useCertificate = async (postgres: Postgres, folder: string, name: string) => {
  const data = join(postgres.folder, 'data')
  const { uid, gid } = statSync(data)
  for (const file of [`${name}.pem`, `${name}.key`]) {
    copyFileSync(join(folder, file), join(data, file))
    chownSync(join(data, file), uid, gid)
  }
  await postgres.query(`ALTER SYSTEM SET ssl_cert_file = '${name}.pem'`)
  await postgres.query(`ALTER SYSTEM SET ssl_key_file = '${name}.key'`)
  await postgres.query('ALTER SYSTEM SET ssl = on')
  await postgres.query('SELECT pg_reload_conf()')
  const deadline = Date.now() + waitTimeoutMs
  const isInEffect = async () => {
    const rows = await postgres.query("SELECT name, setting FROM pg_settings WHERE name IN ('ssl', 'ssl_cert_file')")
    return rows.map(({ setting }) => setting).join() === `on,${name}.pem`
  }
  while (!(await isInEffect())) if (Date.now() > deadline) throw new Error('The server does not offer TLS.')
}

const outputOf = ({ code, out, err }: Result) => (code === 0 ? out : err)

const tlsTest = programTest(...postgresPrograms, 'openssl')

tlsTest('the certificate of the server is checked as sslmode says, and a wrong one is one line', async () => {
  using folder = createCliFolder()
  for (const name of ['authority', 'stranger']) createAuthority(folder.path, name)
  await createCertificate(folder.path, 'named', 'authority', 'DNS:localhost')
  await createCertificate(folder.path, 'addressed', 'authority', 'IP:127.0.0.1')
  await using postgres = await startPostgres()
  const database = await postgres.createDatabase()
  const urlOf = (host: string, parameters: string) =>
    `postgres://music@${host}:${postgres.port}/${database}?${parameters}`
  const rootCertificate = (name: string) => `sslrootcert=${join(folder.path, `${name}.pem`)}`
  const list = async (host: string, parameters: string) =>
    outputOf(await folder.run('user list', { env: { DATABASE_URL: urlOf(host, parameters) } }))
  /** The runtime reads the variable when the process starts. */
  const listUnchecked = async (host: string, parameters: string) => {
    const env = { DATABASE_URL: urlOf(host, parameters), NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    return outputOf(await runBinary(['user', 'list'], { cwd: folder.path, env }))
  }
  const problem = (host: string, sentence: string) =>
    expect.stringMatching(
      new RegExp(
        `^music-library: The library at postgres://${host}:${postgres.port}/${database} can't be used. ${sentence}.*\n$`,
      ),
    )
  const withoutTls = { DATABASE_URL: urlOf('127.0.0.1', 'sslmode=disable') }
  expect((await folder.run('seed --sample --quiet', { env: withoutTls })).code).toBe(0)
  expect(await list('localhost', 'sslmode=require')).toEqual(problem('localhost', 'It does not offer TLS.'))

  await useCertificate(postgres, folder.path, 'named')
  const noUsers = expect.stringMatching(/^id +email/)
  const unknown = 'Its certificate is not signed by an authority that is known here or that sslrootcert names.'
  const wrongName = 'Its certificate is for another host name.'
  expect({
    require: await list('127.0.0.1', 'sslmode=require'),
    unknownCa: await list('localhost', 'sslmode=verify-ca'),
    stranger: await list('localhost', `sslmode=verify-full&${rootCertificate('stranger')}`),
    ca: await list('127.0.0.1', `sslmode=verify-ca&${rootCertificate('authority')}`),
    full: await list('localhost', `sslmode=verify-full&${rootCertificate('authority')}`),
    otherName: await list('127.0.0.1', `sslmode=verify-full&${rootCertificate('authority')}`),
    // A variable for the whole program does not turn the check off.
    unchecked: await listUnchecked('localhost', 'sslmode=verify-full'),
  }).toEqual({
    require: noUsers,
    unknownCa: problem('localhost', unknown),
    stranger: problem('localhost', unknown),
    ca: noUsers,
    full: noUsers,
    otherName: problem('127.0.0.1', wrongName),
    unchecked: problem('localhost', unknown),
  })

  const DATABASE_URL = urlOf('localhost', `sslmode=verify-full&${rootCertificate('authority')}`)
  await using server = await folder.serve('', { DATABASE_URL })
  expect((await fetch(`${server.url}/../readyz`)).status).toBe(200)
  const connections = await postgres.query(
    "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'music-library'",
  )
  expect(connections).toEqual([{ ssl: true }])

  await useCertificate(postgres, folder.path, 'addressed')
  expect(await list('127.0.0.1', `sslmode=verify-full&${rootCertificate('authority')}`)).toEqual(noUsers)
  expect(await list('localhost', `sslmode=verify-full&${rootCertificate('authority')}`)).toEqual(
    problem('localhost', wrongName),
  )
})
