import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/database/{accountSchema,catalogueSchema,likeSchema,auditSchema,searchSchema}.ts',
  out: './migrations',
})
