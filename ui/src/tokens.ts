// The palette and its roles: the one place where a colour of Jokko is written down.
import type { MantineColorsTuple } from '@mantine/core'

export const palette = {
  indigo: [
    '#EEF0FB',
    '#DDE1F6',
    '#BAC2EC',
    '#96A1E0',
    '#7380D4',
    '#5561C8',
    '#2E3A9F',
    '#27328B',
    '#212A76',
    '#1B2260',
  ],
  kola: [
    '#FBEEE9',
    '#F5DACF',
    '#EAB6A2',
    '#E39372',
    '#D06E4E',
    '#C2573A',
    '#B5482A',
    '#983B21',
    '#7A2F1A',
    '#5A2213',
  ],
  savanna: [
    '#FFFEFB',
    '#FBF8F2',
    '#F3EDE1',
    '#E3D9C6',
    '#CDBFA5',
    '#B3A285',
    '#8F7F63',
    '#6E614B',
    '#4D4435',
    '#332D23',
  ],
  leaf: [
    '#E8F4EE',
    '#CFE8DB',
    '#A0D2B9',
    '#79C6A0',
    '#46A476',
    '#2A8D5E',
    '#1E7B4F',
    '#186541',
    '#124E32',
    '#0C3622',
  ],
  amber: [
    '#FCF3E1',
    '#F8E5C1',
    '#F1CE8E',
    '#E8B65B',
    '#D59A35',
    '#C58726',
    '#B7791F',
    '#875610',
    '#67420C',
    '#472D08',
  ],
  clay: [
    '#FDEDEB',
    '#FAD7D3',
    '#F4ABA3',
    '#EC8378',
    '#DB5549',
    '#C7382C',
    '#B42318',
    '#951C13',
    '#74150E',
    '#510E09',
  ],
  stone: [
    '#F1F1F4',
    '#E2E3E9',
    '#C6C8D3',
    '#A6A9BA',
    '#888CA1',
    '#787C92',
    '#6B6F85',
    '#555970',
    '#3F4257',
    '#2B2D3F',
  ],
  /** Surfaces and text of the dark scheme, from text (0) to the deepest surface (9). */
  dark: [
    '#ECEBF3',
    '#CCCDDA',
    '#A9ACC2',
    '#8187A3',
    '#4A5072',
    '#363C5C',
    '#262B48',
    '#1B1F38',
    '#12152A',
    '#0C0E1E',
  ],
} as const satisfies Record<string, MantineColorsTuple>

export const ink = '#14172B'

/** What a colour is for. Components use these names, never a shade. */
export type Role =
  | 'page'
  | 'surface'
  | 'quiet'
  | 'line'
  | 'line-strong'
  | 'text'
  | 'muted'
  | 'link'
  | 'focus'
  | 'accent'
  | 'nav'
  | 'nav-line'
  | 'done'
  | 'done-ground'
  | 'progress'
  | 'progress-ground'
  | 'failed'
  | 'failed-ground'
  | 'started'
  | 'started-ground'

export const lightRoles: Record<Role, string> = {
  page: palette.savanna[1],
  surface: palette.savanna[0],
  quiet: palette.savanna[2],
  line: palette.savanna[3],
  'line-strong': '#958769',
  text: ink,
  muted: palette.stone[7],
  link: palette.indigo[6],
  focus: palette.indigo[6],
  accent: palette.kola[6],
  nav: palette.indigo[9],
  'nav-line': palette.indigo[9],
  done: palette.leaf[7],
  'done-ground': palette.leaf[0],
  progress: palette.amber[7],
  'progress-ground': palette.amber[0],
  failed: palette.clay[6],
  'failed-ground': palette.clay[0],
  started: palette.stone[7],
  'started-ground': palette.stone[0],
}

export const darkRoles: Record<Role, string> = {
  page: palette.dark[8],
  surface: palette.dark[7],
  quiet: palette.dark[6],
  line: palette.dark[5],
  'line-strong': palette.dark[3],
  text: palette.dark[0],
  muted: palette.dark[2],
  link: palette.indigo[2],
  focus: palette.indigo[3],
  accent: palette.kola[3],
  nav: palette.dark[9],
  'nav-line': palette.dark[5],
  done: palette.leaf[3],
  'done-ground': '#16342F',
  progress: palette.amber[3],
  'progress-ground': '#352C2B',
  failed: palette.clay[2],
  'failed-ground': '#3D2130',
  started: palette.dark[1],
  'started-ground': palette.dark[6],
}
