import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import type { Parts } from '../../routeDeps.ts'
import { Label } from '../records.ts'
import { LabelBody } from './model.ts'
import { createLabel, deleteLabel, listLabels, readLabel, updateLabel } from './store.ts'

const label = (params: RecordPath) => parseId('Label', params)

export const labelRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/labels' })
    .use(signedIn(callerOf))
    .get('/', async () => listLabels(database.read), {
      response: { 200: Type.Array(Label), ...errorResponses.signedIn },
    })
    .get('/:id', async ({ params }) => readLabel(database.read, label(params)), {
      response: { 200: Label, ...errorResponses.record },
    })

    .use(adminOnly(callerOf))
    .post(
      '/',
      async ({ body, status }) => status(201, await database.write((tx, now) => createLabel(tx, now, body.name))),
      { ...takes(LabelBody), response: { 201: Label, ...errorResponses.admin, ...errorResponses.body } },
    )
    .put(
      '/:id',
      async ({ params, body }) => database.write((tx, now) => updateLabel(tx, now, label(params), body.name)),
      {
        ...takes(LabelBody, async ({ params }) => void (await readLabel(database.read, label(params)))),
        response: { 200: Label, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteLabel(tx, label(params)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
