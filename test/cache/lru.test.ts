import { expect, test } from 'bun:test'
import { shelf } from '../../src/cache/lru.ts'

const sized = (size: number) => shelf<{ value: string }>(size, ({ value }) => value.length)

test('what is made while it is to be forgotten is answered, and not kept', async () => {
  const kept = sized(100)
  for (const forget of [() => kept.forget('a'), () => kept.forgetWhere((key) => key === 'a'), () => kept.clear()]) {
    const { promise, resolve } = Promise.withResolvers<{ value: string }>()
    const made = kept.fill('a', () => promise)
    forget()
    resolve({ value: 'old' })
    expect(await made).toEqual({ value: 'old' })
    expect(kept.get('a')).toBeUndefined()
  }
  await kept.fill('a', async () => ({ value: 'new' }))
  expect(kept.get('a')).toEqual({ value: 'new' })
})

test('what was asked for longest ago makes room, and what is too large is never kept', () => {
  const kept = sized(10)
  kept.put('a', { value: '1234' })
  kept.put('b', { value: '1234' })
  kept.get('a')
  kept.put('c', { value: '1234' })
  expect([kept.get('a'), kept.get('b'), kept.get('c')].map(Boolean)).toEqual([true, false, true])
  kept.put('d', { value: '12345678901' })
  expect([kept.get('d'), kept.size]).toEqual([undefined, 8])
})

test('a shelf without room keeps nothing', async () => {
  const kept = sized(0)
  expect(await kept.fill('a', async () => ({ value: '' }))).toEqual({ value: '' })
  expect(kept.get('a')).toBeUndefined()
})
