/** The files of `npm create vite -- --template vanilla-ts`, with a page that uses the client. */
export const viteTemplate: Record<string, string> = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>consumer</title>
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      useDefineForClassFields: true,
      module: 'ESNext',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: ['vite/client'],
      skipLibCheck: true,
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      moduleDetection: 'force',
      noEmit: true,
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      erasableSyntaxOnly: true,
      noFallthroughCasesInSwitch: true,
      noUncheckedSideEffectImports: true,
    },
    include: ['src'],
  }),
  'src/style.css': ':root { font-family: system-ui; }\n',
  'src/main.ts': `import './style.css'
import { ApiError, createClient } from 'music-library/client'

const client = createClient({ baseUrl: '/api' })
const app = document.querySelector<HTMLDivElement>('#app')!
try {
  await client.login({ email: 'ada@example.com', password: 'correct horse' })
  const labels = await client.labels.list()
  app.textContent = labels.map(({ name }) => name).join(', ')
} catch (error) {
  app.textContent = error instanceof ApiError ? error.message : String(error)
}
`,
}

export const vitePackages = { typescript: '5.9.3', vite: '8.3.8' }
