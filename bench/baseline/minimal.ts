// The least that the parts of this service need to start: Elysia with 41 routes that declare their bodies and responses with TypeBox,
// and Drizzle over a SQLite file. It checks no token.
// minimal <database> <port>
import { Type } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { Elysia } from 'elysia'

const [file = '', port = '0'] = process.argv.slice(2)
const db = drizzle(file)

const labels = sqliteTable('labels', { id: integer('id').primaryKey(), name: text('name').notNull() })

const Id = Type.Object({ id: Type.String() })
const Label = Type.Object({ id: Type.Integer(), name: Type.String() })
const NewLabel = Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) })

const read = (id: string) =>
  db
    .select()
    .from(labels)
    .where(eq(labels.id, Number(id)))
    .get() ?? { id: 0, name: '' }

const resourceRoutes = (path: string) =>
  new Elysia({ prefix: path })
    .get('/', () => db.select().from(labels).all(), { response: Type.Array(Label) })
    .get('/:id', ({ params }) => read(params.id), { params: Id, response: Label })
    .post('/', ({ body }) => db.insert(labels).values(body).returning().get(), { body: NewLabel, response: Label })
    .put('/:id', ({ params, body }) => ({ ...read(params.id), ...body }), {
      params: Id,
      body: NewLabel,
      response: Label,
    })
    .delete('/:id', ({ params }) => read(params.id), { params: Id, response: Label })

const app = new Elysia().get('/healthz', () => 'ok')
for (const name of ['labels', 'genres', 'artists', 'albums', 'tracks', 'users', 'tokens', 'invitations'])
  app.use(resourceRoutes(`/api/${name}`))
app.listen({ hostname: '127.0.0.1', port: Number(port) })

console.log(`Listening on ${app.server?.url.origin}/api`)
