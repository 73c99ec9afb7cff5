import { expect, test } from 'bun:test'
import { createOwnerOf } from '../../src/accounts/requestOwner.ts'

const request = new Request('http://localhost/')
const account = (name: string) => ({ user: { id: 7, role: { name } } })

test('an account is one owner from any address, at the network of the address, and an admin is preferred', () => {
  const ownerAt = (address: string, role: string) => createOwnerOf(() => address, true)(request, account(role))
  expect(ownerAt('192.0.2.1', 'user')).toEqual({ site: '192.0.2.1', account: 'account 7', isAdmin: false })
  expect(ownerAt('2001:db8:1:2::3', 'admin')).toEqual({ site: '2001:db8:1::/48', account: 'account 7', isAdmin: true })
})

test('a guest is the subnet of its address', () => {
  const ownerAt = (address: string) => createOwnerOf(() => address, true)(request, undefined).account
  expect([ownerAt('192.0.2.1'), ownerAt('2001:db8:1:2::3')]).toEqual(['subnet 192.0.2.1', 'subnet 2001:db8:1:2::/64'])
})

test('in a demo, where every visitor may be an admin, nobody is preferred', () => {
  expect(createOwnerOf(() => '192.0.2.1', false)(request, account('admin')).isAdmin).toBe(false)
})
