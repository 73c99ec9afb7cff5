import { expect, test } from 'bun:test'
import { type Chain, findChains } from '../../src/seeding/pair/chains.ts'

const formatChain = ({ indexes: [first, ...others], isCircle }: Chain) =>
  [first, ...others, ...(isCircle ? [first] : [])].join('←')

// The entries that take a record, with those that give it (`taker←giver`), other entries, and the chains.
test.each<[string, string, number[], string[]]>([
  ['two that change places', '0←1 1←0', [], ['0←1←0']],
  ['three in a circle', '0←1 1←2 2←0', [], ['0←1←2←0']],
  ['a row, from its beginning', '1←0 2←1', [], ['2←1←0']],
  ['an entry alone', '', [0], ['0']],
  ['entries that are in a row, too', '0←1', [0, 1], ['0←1']],
  ['two circles beside each other', '0←1 1←0 2←3 3←2', [], ['0←1←0', '2←3←2']],
  ['a row beside a circle', '0←1 1←0 3←2', [], ['3←2', '0←1←0']],
  ['none', '', [], []],
])('entries that take the records of others are in chains: %s', async (_, takes, others, chains) => {
  const givers = [...takes.matchAll(/(\d+)←(\d+)/g)].map(([, index, giver]) => [Number(index), Number(giver)] as const)
  expect((await findChains(new Map(givers), others)).map(formatChain)).toEqual(chains)
})
