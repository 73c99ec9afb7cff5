import { converse } from './conversation.ts'

// The program that methods.test.ts bundles for Node: node FILE BASE_URL
console.log(JSON.stringify({ runtime: process.release.name, said: await converse({ baseUrl: process.argv[2] ?? '' }) }))
