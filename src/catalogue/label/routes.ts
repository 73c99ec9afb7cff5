import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { parseId, type RecordPath } from '../../http/ids.ts'
import { errorResponses, noContent, notModified } from '../../http/schemas.ts'
import { auditCreation, auditDeletion, auditUpdate } from '../audited.ts'
import { Label } from '../records.ts'
import type { CatalogueRouteDeps } from '../routeDeps.ts'
import { LabelBody } from './model.ts'
import { createLabel, deleteLabel, readLabel, updateLabel } from './store.ts'

const idOf = (params: RecordPath) => parseId('Label', params)

export const labelRoutes = ({ database, cache, jsonBody, guards }: CatalogueRouteDeps) =>
  new Elysia({ prefix: '/labels', tags: ['Labels'] })
    .use(guards.signedIn)
    .get('/', ({ request }) => cache.sendList('labels', request), {
      detail: { operationId: 'listLabels', summary: 'List all labels' },
      response: { 200: Type.Array(Label), ...notModified, ...errorResponses.signedIn },
    })
    .get('/:id', ({ params, request }) => cache.sendRecord('labels', idOf(params), request), {
      detail: { operationId: 'readLabel', summary: 'Read a label' },
      response: { 200: Label, ...notModified, ...errorResponses.record },
    })

    .use(guards.adminOnly)
    .post(
      '/',
      async ({ body, write, status }) =>
        status(201, await write(auditCreation('labels', (tx, now) => createLabel(tx, now, body.name)))),
      {
        ...jsonBody(LabelBody),
        detail: { operationId: 'createLabel', summary: 'Create a label' },
        response: { 201: Label, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .put(
      '/:id',
      async ({ params, body, write }) => {
        const id = idOf(params)
        return write(auditUpdate('labels', id, body, (tx, now) => updateLabel(tx, now, id, body.name)))
      },
      {
        ...jsonBody(LabelBody, async ({ params }) => void (await readLabel(database.read, idOf(params)))),
        detail: { operationId: 'updateLabel', summary: 'Change a label' },
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
      {
        detail: { operationId: 'deleteLabel', summary: 'Delete a label' },
        response: { ...noContent, ...errorResponses.adminRecord },
      },
    )
