import { Select } from '@mantine/core'
import { albumTypes, parseAlbumType } from '../../resources/albumTypes.ts'
import { texts } from '../../texts/texts.ts'
import type { ListState } from '../useListState.ts'

/** The filter by the type of an album. */
export const TypeFilter = ({ list }: { list: ListState }) => (
  <Select
    aria-label={texts.fields.type}
    placeholder={texts.fields.type}
    data={albumTypes.map((value) => ({ value, label: texts.choices[value] }))}
    value={parseAlbumType(list.get('type')) ?? null}
    onChange={(type) => list.set({ type: type ?? undefined })}
    allowDeselect={false}
    clearable
    clearButtonProps={{ 'aria-label': texts.list.removeFilter(texts.fields.type), tabIndex: 0 }}
    w={120}
  />
)
