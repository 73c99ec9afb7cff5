import { PageHeader } from '../components/PageHeader.tsx'
import { texts } from '../texts/texts.ts'

export const Component = () => <PageHeader title={texts.layout.overview} />
