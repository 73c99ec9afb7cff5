import { loadTexts } from './texts/texts.ts'

// Modules read texts while they are loaded, so these come first. The page preloads the files of the rest meanwhile.
await loadTexts()
await import('./app.tsx')
