import { fixtureTest } from './fixtureTest.ts'
import { useSharedLibrary } from './sharedLibrary.ts'

let accountCount = 0

/**
 * Makes a function like Bun's `test`. Its tests share one library, as those of `useSharedLibrary` do, and have it as their parameter. Each of
 * them has an account `user` of its own, and in `nica` a registration with an address that no other test has. A test without a parameter
 * needs a library of its own. Name the function `test`: then the formatter knows it.
 */
export const sharedLibraryTest = (options?: Parameters<typeof useSharedLibrary>[0]) => {
  const library = useSharedLibrary(options)
  return fixtureTest(async () => {
    const { url, anonymous, admin, createAccount } = library()
    const n = ++accountCount
    const email = `user-${n}@example.com`
    const password = 'pannonica'
    return {
      url,
      anonymous,
      admin,
      createAccount,
      user: { ...(await createAccount(email)), email },
      nica: { name: 'Nica', email: `nica-${n}@example.com`, password, password_confirmation: password },
      // The library stays for the next test.
      [Symbol.dispose]: () => {},
    }
  })
}
