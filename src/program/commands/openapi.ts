import { Command, Option } from 'commander'
import { type Scope, scopes } from '../../openapi/scope.ts'
import { printChunks } from '../output/write.ts'

export const openApiCommand = () =>
  new Command('openapi')
    .addOption(
      new Option('--scope <scope>', 'api leaves out the endpoints of the console').choices(scopes).default('all'),
    )
    .action(async ({ scope }: { scope: Scope }) => {
      // Not above: the help of all commands needs no routes, which take a quarter of its time to load.
      const [{ listDeclaredRoutes }, { createDocument }] = await Promise.all([
        import('../../app/declaredRoutes.ts'),
        import('../../openapi/document.ts'),
      ])
      const document = createDocument(await listDeclaredRoutes(), { scope })
      await printChunks([`${JSON.stringify(document, null, 2)}\n`])
    })
