import { expect, test } from 'bun:test'
import { createLru } from '../../src/cache/lru.ts'

const lruOfSize = (size: number) => createLru<{ value: string }>(size, ({ value }) => value.length)

test('a value that is invalidated while it is loaded is returned, and not stored', async () => {
  const lru = lruOfSize(100)
  for (const invalidate of [() => lru.delete('a'), () => lru.deleteWhere(() => false), () => lru.clear()]) {
    const { promise, resolve } = Promise.withResolvers<{ value: string }>()
    const loading = lru.load('a', () => promise)
    invalidate()
    resolve({ value: 'old' })
    expect(await loading).toEqual({ value: 'old' })
    expect(lru.get('a')).toBeUndefined()
  }
  await lru.load('a', async () => ({ value: 'new' }))
  expect(lru.get('a')).toEqual({ value: 'new' })
})

test('the least recently used entry is evicted, and an entry that is too large is never stored', () => {
  const lru = lruOfSize(10)
  lru.set('a', { value: '1234' })
  lru.set('b', { value: '1234' })
  lru.get('a')
  lru.set('c', { value: '1234' })
  expect([lru.get('a'), lru.get('b'), lru.get('c')].map(Boolean)).toEqual([true, false, true])
  lru.set('d', { value: '12345678901' })
  expect([lru.get('d'), lru.size, lru.count]).toEqual([undefined, 8, 2])
})

test('entries are deleted by what they hold', () => {
  const lru = lruOfSize(10)
  lru.set('a', { value: 'x' })
  lru.set('b', { value: 'y' })
  lru.deleteWhere(({ value }) => value === 'x')
  expect([lru.get('a'), lru.get('b')]).toEqual([undefined, { value: 'y' }])
})

test('a cache of size 0 stores nothing', async () => {
  const lru = lruOfSize(0)
  expect(await lru.load('a', async () => ({ value: '' }))).toEqual({ value: '' })
  expect(lru.get('a')).toBeUndefined()
})
