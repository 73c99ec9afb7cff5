import { useState } from 'react'
import { useSession } from '../../session/useSession.ts'
import type { RowSelection } from '../table/useRowSelection.ts'

/** The records of a list that are selected, on any of its pages. */
export interface Selection<Listed> extends RowSelection<Listed> {
  /** Whether a telephone shows the boxes that select records. */
  isStarted: boolean
  /** Shows these boxes, or hides them and selects none. */
  toggle(): void
}

/** Returns undefined for users who may not change records. */
export const useSelection = <Listed extends { id: number }>(): Selection<Listed> | undefined => {
  const { isAdmin } = useSession()
  const [records, setRecords] = useState<Listed[]>([])
  const [isStarted, setStarted] = useState(false)
  if (!isAdmin) return
  const toggle = () => {
    setStarted(!isStarted)
    setRecords([])
  }
  return { records, onChange: setRecords, isStarted, toggle }
}
