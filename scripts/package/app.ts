// The types of `music-library/app`. The compiler writes the type of an inferred result out, so that it needs Elysia's types only.
import { createApp } from '../../src/app.ts'

const createAppOf = (options: Parameters<typeof createApp>[0]) => createApp(options)
const app = () => createAppOf(undefined as never)

/** For typed clients: `treaty<App>(origin, { parseDate: false })`. */
export type App = ReturnType<typeof app>
