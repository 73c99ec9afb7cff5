import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import { auditCreation, auditDeletion, auditUpdate } from '../audited.ts'
import { Label } from '../records.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { LabelBody } from './model.ts'
import { createLabel, deleteLabel, readLabel, updateLabel } from './store.ts'

const idOf = (params: RecordPath) => parseId('Label', params)

export const labelRoutes = ({ database, cache, jsonBody, guards }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/labels' })
    .use(guards.signedIn)
    .get('/', ({ request }) => cache.sendList('labels', request), {
      response: { 200: Type.Array(Label), ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('labels', idOf(params), request), {
      response: { 200: Label, ...errorResponses.record },
    })

    .use(guards.adminOnly)
    .post(
      '/',
      async ({ body, write, status }) =>
        status(201, await write(auditCreation('labels', (tx, now) => createLabel(tx, now, body.name)))),
      { ...jsonBody(LabelBody), response: { 201: Label, ...errorResponses.admin, ...errorResponses.body } },
    )
    .put(
      '/:id',
      async ({ params, body, write }) => {
        const id = idOf(params)
        return write(auditUpdate('labels', id, body, (tx, now) => updateLabel(tx, now, id, body.name)))
      },
      {
        ...jsonBody(LabelBody, async ({ params }) => void (await readLabel(database.read, idOf(params)))),
        response: { 200: Label, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        const id = idOf(params)
        await write(auditDeletion('labels', id, (tx) => deleteLabel(tx, id)))
        return status(204, undefined)
      },
      { response: { ...noContent, ...errorResponses.adminRecord } },
    )
