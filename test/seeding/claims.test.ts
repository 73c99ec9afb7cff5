import { expect, test } from 'bun:test'
import { type Candidate, type Claim, chooseCandidate } from '../../src/seeding/pair/claims.ts'

const candidatesOf = (claims: readonly Claim[]): Candidate[] =>
  claims.map((claim, index) => ({ id: index + 1, claim, differs: false }))

/** The claims of the records 1, 2, …, and what follows from them. */
const cases: [Claim[], { chosen?: number; equal?: number[]; former?: number; weaker?: number[] }][] = [
  [[], {}],
  [['exact'], { chosen: 1 }],
  [['path'], { chosen: 1 }],
  // Each claim is stronger than those behind it.
  [['newKey', 'exact'], { chosen: 2, weaker: [1] }],
  [['libraryKey', 'exact', 'libraryKey'], { chosen: 2, weaker: [1, 3] }],
  [['acceptedRename', 'newKey'], { chosen: 2, weaker: [1] }],
  [['formerKey', 'libraryKey'], { chosen: 2, weaker: [1] }],
  [['lastSeed', 'formerKey'], { chosen: 2, weaker: [1] }],
  [['path', 'lastSeed', 'formerIdentity'], { chosen: 3, weaker: [1, 2] }],
  [['path', 'lastSeed'], { chosen: 2, weaker: [1] }],
  // Equal claims are a problem, whatever else there is.
  [['exact', 'exact', 'newKey'], { equal: [1, 2] }],
  [['newKey', 'newKey'], { equal: [1, 2] }],
  [['acceptedRename', 'path', 'formerKey', 'formerIdentity'], { equal: [1, 3, 4] }],
  [['lastSeed', 'path', 'lastSeed'], { equal: [1, 3] }],
  [['path', 'path'], { equal: [1, 2] }],
  // An entry can't be a record that it describes and another one by its former identity.
  [['exact', 'formerIdentity'], { chosen: 1, former: 2, weaker: [2] }],
  [['formerIdentity', 'newKey'], { chosen: 2, former: 1, weaker: [1] }],
  [['exact', 'formerKey'], { chosen: 1, weaker: [2] }],
  [['exact', 'acceptedRename', 'lastSeed', 'path'], { chosen: 1, weaker: [2, 3, 4] }],
]

test.each(cases)('an entry gets the record with the strongest claim: %j', (claims, expected) => {
  const { chosen, equalIds, formerId, weaker } = chooseCandidate(candidatesOf(claims))
  expect({ chosen: chosen?.id, equal: equalIds, former: formerId, weaker: weaker.map(({ id }) => id) }).toEqual({
    chosen: expected.chosen,
    equal: expected.equal,
    former: expected.former,
    weaker: expected.weaker ?? [],
  })
})
