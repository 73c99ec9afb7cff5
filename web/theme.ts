import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { texts } from './texts/texts.ts'

/** The colour of the brand, from light to dark. */
const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dfe3fe',
  '#bfc6fb',
  '#9ca6f7',
  '#7f89f3',
  '#6b74f0',
  '#5b61ea',
  '#4a4dd1',
  '#4240bb',
  '#3835a0',
]

const dialogStyles = { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }

export const theme = createTheme({
  primaryColor: 'indigo',
  // Lighter shades have too little contrast with the text on them.
  primaryShade: 8,
  colors: { indigo },
  defaultRadius: 'md',
  fontFamily: "'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.75rem' }, h2: { fontSize: '1.25rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Without a label, screen readers call it just a button. The type of the properties leaves out ARIA attributes.
    CloseButton: { defaultProps: { 'aria-label': texts.actions.close } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': texts.session.showPassword } } },
    // Their headers would be banners of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } }, styles: dialogStyles },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } }, styles: dialogStyles },
  },
})

/** Darker than any shade of the palette. */
const darkTeal = '#05603f'

/** The default colours of secondary text, placeholders, errors and what is good have too little contrast with the background. */
export const resolveVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-teal-light-color': darkTeal,
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
  },
})
