import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/database/{schema,auditSchema,searchSchema}.ts',
  out: './migrations',
})
