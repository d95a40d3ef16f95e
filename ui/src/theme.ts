// The Mantine theme: Jokko's palette, type scale, spacing and radii, and the roles as CSS variables.
import { type AlertProps, type CSSVariablesResolver, createTheme, type MantineTheme } from '@mantine/core'
import { darkRoles, ink, lightRoles, palette, type Role } from './tokens.ts'

const textFont =
  "'Public Sans Variable', 'Public Sans Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const headingFont = "'Bricolage Grotesque Variable', 'Bricolage Fallback', 'Public Sans Variable', sans-serif"

const controlSize = { defaultProps: { size: 'md' } }

/** An alert's colour names its role: the same grounds and texts as the badges, in both schemes. */
const alertRoles: Readonly<Record<string, 'done' | 'progress' | 'failed' | 'started'>> = {
  leaf: 'done',
  amber: 'progress',
  clay: 'failed',
}

const alertVariables = (_theme: MantineTheme, { color }: AlertProps) => {
  const role = alertRoles[String(color)] ?? 'started'
  return {
    root: {
      '--alert-radius': '0.75rem',
      '--alert-bg': `var(--${role}-ground)`,
      '--alert-color': `var(--${role})`,
      '--alert-bd': `1px solid color-mix(in srgb, var(--${role}) 22%, transparent)`,
    },
  }
}

export const theme = createTheme({
  colors: palette,
  black: ink,
  white: '#FFFFFF',
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  fontFamily: textFont,
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.35', xl: '1.2' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  breakpoints: { xs: '22.5em', sm: '37.5em', md: '48em', lg: '66.875em', xl: '80em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: headingFont,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Plain objects: naming a component here must not load it.
  components: {
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    Alert: { defaultProps: { radius: 'md' }, vars: alertVariables },
    Anchor: { defaultProps: { underline: 'hover' } },
    Button: controlSize,
    Input: controlSize,
    TextInput: controlSize,
    PasswordInput: controlSize,
    NativeSelect: controlSize,
    Radio: controlSize,
    RadioGroup: controlSize,
    Modal: { defaultProps: { radius: 'md', centered: true } },
    Paper: { defaultProps: { radius: 'md', withBorder: true } },
    Popover: { defaultProps: { radius: 'sm' } },
  },
})

const asVariables = (roles: Record<Role, string>) =>
  Object.fromEntries(Object.entries(roles).map(([role, colour]) => [`--${role}`, colour]))

/** Mantine's own variables, pointed at our roles, so that its components follow both schemes. */
const mantineRoles = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--quiet)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--quiet)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-error': 'var(--failed)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--heading-font': headingFont },
  light: { ...asVariables(lightRoles), ...mantineRoles },
  dark: { ...asVariables(darkRoles), ...mantineRoles },
})
