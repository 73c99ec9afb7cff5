import { Link, useLocation } from 'react-router'
import { IconPencil } from '../../icons/icons.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { readEdited, withEdited } from './editedRecord.ts'
import { opensDrawer } from './useLeave.ts'

interface Props {
  resource: ResourceName | 'users'
  record: { id: number }
  /** Whether only the key `e` opens it. */
  hidden?: boolean
}

/** A link of a list to the form of one of its records, beside the list. */
export const EditLink = ({ resource, record, hidden = false }: Props) => {
  const { search } = useLocation()
  const path = `${resource}/${record.id}`
  return (
    <Link
      to={{ search: withEdited(search, path) }}
      {...opensDrawer}
      hidden={hidden}
      className={hidden ? undefined : 'row-button mantine-focus-auto'}
      aria-label={texts.editing.editTitle(describeRecord(record))}
      aria-current={readEdited(search) === path || undefined}
    >
      <IconPencil size={16} />
    </Link>
  )
}
