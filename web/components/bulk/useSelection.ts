import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../session/useSession.ts'
import type { RowSelection } from '../table/useRowSelection.ts'

/** The records of a list that are selected, on any of its pages. */
export interface Selection<Listed> extends RowSelection<Listed> {
  /** Whether a telephone shows the boxes that select records. */
  isStarted: boolean
  /** Shows these boxes, or hides them and selects none. */
  toggle(): void
}

/** What was selected in lists that the user may return to, by the keys of their entries in the history of the browser. */
const selections = new Map<string, unknown[]>()

/** Returns undefined for users who may not change records. */
export const useSelection = <Listed extends { id: number }>(): Selection<Listed> | undefined => {
  const { isAdmin } = useSession()
  const { key } = useLocation()
  const [records, setRecords] = useState(() => (selections.get(key) ?? []) as Listed[]) // an entry has one list
  const [isStarted, setStarted] = useState(records.length > 0)
  useEffect(() => {
    if (records.length > 0) selections.set(key, records)
    else selections.delete(key)
  }, [key, records])
  if (!isAdmin) return
  const toggle = () => {
    setStarted(!isStarted)
    setRecords([])
  }
  return { records, onChange: setRecords, isStarted, toggle }
}
