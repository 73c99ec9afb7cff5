import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { UsageError } from '../../../src/base/errors.ts'
import { hasPassword, parseAddress, withPassword } from '../../../src/library/postgres/address.ts'
import { emptyFolder } from '../../support/folder.ts'

test('an address has a name without user and password, and the parts that the client needs', () => {
  expect(parseAddress('postgresql://ada%40x:p%2F%3F%25@db.example.com/my%20music')).toEqual({
    name: 'postgres://db.example.com:5432/my%20music',
    options: {
      adapter: 'postgres',
      url: 'postgres://db.example.com:5432/?sslmode=verify-full',
      hostname: 'db.example.com',
      port: 5432,
      username: 'ada@x',
      password: 'p/?%',
      database: 'my music',
      tls: { rejectUnauthorized: true },
      channelBinding: undefined,
    },
  })
})

test.each<[string, string, unknown]>([
  ['localhost', 'disable', false],
  ['127.0.0.1', 'disable', false],
  ['[::1]', 'disable', false],
  ['127.example.com', 'verify-full', { rejectUnauthorized: true }],
  ['[2001:db8::1]', 'verify-full', { rejectUnauthorized: true }],
])('without sslmode, the certificate of %s is checked unless it is this machine', (host, mode, tls) => {
  const { options } = parseAddress(`postgres://ada@${host}:5433/music`)
  expect(options).toMatchObject({ url: `postgres://${host}:5433/?sslmode=${mode}`, tls, port: 5433 })
  expect(options.hostname).toBe(host.replaceAll(/[[\]]/g, ''))
})

test.each<[string, unknown]>([
  ['disable', false],
  ['require', { rejectUnauthorized: false }],
  ['verify-ca', { rejectUnauthorized: true }],
  ['verify-full', { rejectUnauthorized: true }],
])('sslmode=%s is obeyed for every host', (mode, tls) => {
  for (const host of ['localhost', 'db.example.com']) {
    const { options } = parseAddress(`postgres://ada@${host}/music?sslmode=${mode}&channel_binding=require`)
    expect(options).toMatchObject({ url: `postgres://${host}:5432/?sslmode=${mode}`, tls, channelBinding: 'require' })
  }
})

test('the certificates of sslrootcert are read', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'ca.pem')
  const text = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  await Bun.write(path, text)
  const { options } = parseAddress(`postgres://ada@db/music?sslrootcert=${path}`)
  expect(options.tls).toEqual({ rejectUnauthorized: true, ca: text })
})

const misunderstood = 'It is not understood: perhaps its port is above 65535, or its password has special characters.'

test.each<[string, string]>([
  ['postgres://db/music', 'It names no user. Write postgres://USER@HOST:PORT/DATABASE.'],
  ['postgres:///music', 'It names no host.'],
  ['postgres://ada@%2Frun%2Fpostgresql/music', 'It names no host.'],
  ['postgres://ada@db', 'It names no database.'],
  ['postgres://ada@db:0/music', 'Its port is 0.'],
  ['postgres://ada@db:99999/music', misunderstood],
  ['postgres://ada:sec/ret@db/music', misunderstood],
  ['postgres://ada:1#secret@db/music', misunderstood],
  ['postgres://ada:secret%@db/music', misunderstood],
  ['postgres://ada:secret%00@db/music', misunderstood],
  ['postgres://ada@db/music?sslmode=prefer', 'Give sslmode as one of disable, require, verify-ca, verify-full.'],
  ['postgres://ada@db/music?channel_binding=no', 'Give channel_binding as one of disable, prefer, require.'],
  ['postgres://ada@db/music?password=secret', 'Its parameter password is not understood. Leave it out.'],
  ['postgres://ada@db/music?a%20secret=1', 'Its parameter is not understood. Leave it out.'],
  ['postgres://ada@db/music?sslrootcert=ca.pem', 'sslrootcert is not a full path.'],
  ['postgres://ada@db/music?sslrootcert=/nowhere/ca.pem', 'The file that sslrootcert names cannot be read.'],
  ['postgres://ada@db/music?sslrootcert=/etc/hostname', 'The file that sslrootcert names has no certificate.'],
  ['postgres://ada@db/music?sslmode=require&sslrootcert=/a.pem', 'sslrootcert is not used with sslmode=require.'],
])('%s is rejected with one line that says what to write, without its parts', (url, problem) => {
  const error = (() => {
    try {
      parseAddress(url)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(UsageError)
  const { message } = error as UsageError
  expect(message).toStartWith(`The database is "postgres:…". ${problem}`)
  expect(message).not.toMatch(/secret|ada|\n/)
})

test.each(['a b', 'p/?#@%:', 'ä€', '%2F'])('the password %j can be put into an address', (password) => {
  const url = withPassword('postgres://ada@db/music', password)
  expect(parseAddress(url).options).toMatchObject({ password, username: 'ada' })
  expect([hasPassword(url), hasPassword(withPassword(url, ''))]).toEqual([true, false])
})
