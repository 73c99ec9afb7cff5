/** The colours of a cover in one scheme: its ground, and the shape on it. The letters may stand on both. */
type CoverColours = readonly [ground: string, shape: string]

/** The colours of drawn covers, calm and of equal lightness: from slate and blue by violet and rose to green and teal. */
export const coverPalette: readonly { light: CoverColours; dark: CoverColours }[] = [
  { light: ['#465568', '#56667b'], dark: ['#333e4c', '#3e4a5a'] },
  { light: ['#2f5d7c', '#3d6f90'], dark: ['#22445b', '#2b5069'] },
  { light: ['#35588f', '#466ba5'], dark: ['#27416a', '#304d7a'] },
  { light: ['#484a97', '#5a5cab'], dark: ['#35376f', '#40427f'] },
  { light: ['#5f4a92', '#715ca5'], dark: ['#46376c', '#51427b'] },
  { light: ['#734a86', '#855c98'], dark: ['#553664', '#614272'] },
  { light: ['#853f72', '#985386'], dark: ['#622f55', '#703b63'] },
  { light: ['#93405f', '#a65472'], dark: ['#6c2f46', '#7a3b53'] },
  { light: ['#9c4550', '#ad5963'], dark: ['#70343c', '#7e4049'] },
  { light: ['#2f6a55', '#3c7a64'], dark: ['#224e3f', '#2a5a4a'] },
  { light: ['#256a6b', '#327a7b'], dark: ['#1c4e4f', '#245a5b'] },
  { light: ['#27647c', '#35758d'], dark: ['#1d4a5c', '#265669'] },
]

export const coverLetters = { light: '#fafbfd', dark: '#dfe3ea' } as const
