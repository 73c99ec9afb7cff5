import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { adminOnly, signedIn } from '../../auth/guards.ts'
import { nothing, refusals } from '../../http/schemas.ts'
import { idOf, type RecordPath } from '../../http/ids.ts'
import type { Parts } from '../../routeDeps.ts'
import { Label } from '../records.ts'
import { LabelBody } from './model.ts'
import { createLabel, deleteLabel, listLabels, readLabel, updateLabel } from './store.ts'

const label = (params: RecordPath) => idOf('Label', params)

export const labelRoutes = ({ database, takes, callerOf }: Parts) =>
  new Elysia({ prefix: '/labels' })
    .use(signedIn(callerOf))
    .get('/', async () => listLabels(database.read), { response: { 200: Type.Array(Label), ...refusals.signedIn } })
    .get('/:id', async ({ params }) => readLabel(database.read, label(params)), {
      response: { 200: Label, ...refusals.record },
    })

    .use(adminOnly(callerOf))
    .post(
      '/',
      async ({ body, status }) => status(201, await database.write((tx, now) => createLabel(tx, now, body.name))),
      { ...takes(LabelBody), response: { 201: Label, ...refusals.admin, ...refusals.body } },
    )
    .put(
      '/:id',
      async ({ params, body }) => database.write((tx, now) => updateLabel(tx, now, label(params), body.name)),
      {
        ...takes(LabelBody, async ({ params }) => void (await readLabel(database.read, label(params)))),
        response: { 200: Label, ...refusals.adminRecord, ...refusals.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, status }) => {
        await database.write((tx) => deleteLabel(tx, label(params)))
        return status(204, undefined)
      },
      { response: { ...nothing, ...refusals.adminRecord } },
    )
