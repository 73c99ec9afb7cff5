import { useState } from 'react'
import { useSession } from '../../session/useSession.ts'

/** The records of a list that are selected, on any of its pages. */
export interface Selection<Listed> {
  records: Listed[]
  onChange(records: Listed[]): void
}

/** Returns undefined for users who may not change records. */
export const useSelection = <Listed extends { id: number }>(): Selection<Listed> | undefined => {
  const { isAdmin } = useSession()
  const [records, setRecords] = useState<Listed[]>([])
  return isAdmin ? { records, onChange: setRecords } : undefined
}
