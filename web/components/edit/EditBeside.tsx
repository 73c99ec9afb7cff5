import { useHotkeys } from '@mantine/hooks'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ResourceName } from '../../resources/names.ts'
import { lazyPart } from '../lazyPart.ts'
import { readEdited, withEdited } from './editedRecord.ts'

const EditRecord = lazyPart(async () => (await import('./EditRecord.tsx')).EditRecord)
const EditUser = lazyPart(async () => (await import('../accounts/EditUser.tsx')).EditUser)

interface Props {
  resource: ResourceName | 'users'
  /** The rows of the list. */
  records: readonly { id: number }[]
}

/** The form of a record beside its list, if the URL names one. It leads to the next row, and outside of its fields the keys of lists do. */
export const EditBeside = ({ resource, records }: Props) => {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const [name, id] = readEdited(search)?.split('/') ?? []
  const isOpen = name === resource
  const index = isOpen ? records.findIndex((record) => record.id === Number(id)) : -1
  const place = useRef(0)
  const field = useRef<string>(undefined)
  useEffect(() => {
    if (index >= 0) place.current = index
    // The row stays in view behind the form.
    if (isOpen) document.querySelector('#content tr:has([aria-current])')?.scrollIntoView({ block: 'nearest' })
  }, [index, isOpen])
  // A row that has left the list, since it is complete now, has given its place to the next one.
  const findRow = (step: 1 | -1) => (index >= 0 ? records[index + step] : records[place.current + Math.min(step, 0)])
  /** @param focused - the `field` of `EditRecord` */
  const open = (row: { id: number } | undefined, focused: string | undefined) => {
    if (!row) return
    field.current = focused
    const edited = withEdited(search, `${resource}/${row.id}`)
    void navigate({ search: edited }, { replace: true, state, preventScrollReset: true })
  }
  const move = (step: 1 | -1) => {
    // A question over the form has the keys.
    if (document.querySelectorAll('[role="dialog"]').length === 1) open(findRow(step), '')
  }
  useHotkeys(
    isOpen
      ? [
          ['j', () => move(1)],
          ['k', () => move(-1)],
        ]
      : [],
  )
  if (!isOpen) return
  if (resource === 'users')
    return (
      <Suspense>
        <EditUser id={Number(id)} />
      </Suspense>
    )
  const next = findRow(1)
  return (
    <Suspense>
      <EditRecord
        resource={resource}
        id={Number(id)}
        field={field.current}
        // Whoever completes one field of many records stays in it.
        onNext={next && (() => open(next, document.activeElement?.getAttribute('data-path') ?? undefined))}
      />
    </Suspense>
  )
}
