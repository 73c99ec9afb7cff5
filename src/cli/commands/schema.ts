import { Command } from 'commander'
import { catalogueSchema } from '../../seeding/format.ts'

export const schemaCommand = () =>
  new Command('schema')
    .description('print the JSON Schema of the catalogue file, for editors')
    .action(() => console.log(catalogueSchema().trimEnd()))
