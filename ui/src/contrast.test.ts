// Every pair of text and ground reaches WCAG AA, in both schemes: computed, not believed.
import { describe, expect, test } from 'vitest'
import { darkRoles, lightRoles, palette, type Role } from './tokens.ts'

const channel = (part: string): number => {
  const value = Number.parseInt(part, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (hex: string): number => {
  const [red = '', green = '', blue = ''] = hex.slice(1).match(/../g) ?? []
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
}

const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const texts: [Role, Role][] = [
  ['text', 'page'],
  ['text', 'surface'],
  ['text', 'quiet'],
  ['muted', 'page'],
  ['muted', 'surface'],
  ['muted', 'quiet'],
  ['link', 'page'],
  ['link', 'surface'],
  ['accent', 'surface'],
  ['done', 'done-ground'],
  ['done', 'surface'],
  ['progress', 'progress-ground'],
  ['progress', 'surface'],
  ['failed', 'failed-ground'],
  ['failed', 'surface'],
  ['started', 'started-ground'],
]

const edges: [Role, Role][] = [
  ['line-strong', 'surface'],
  ['line-strong', 'page'],
  ['focus', 'page'],
  ['focus', 'surface'],
]

describe.each([
  ['light', lightRoles],
  ['dark', darkRoles],
])('%s', (_, roles) => {
  test.each(texts)('%s on %s is readable', (text, ground) => {
    expect(contrast(roles[text], roles[ground])).toBeGreaterThanOrEqual(4.5)
  })
  test.each(edges)('%s against %s is visible', (edge, ground) => {
    expect(contrast(roles[edge], roles[ground])).toBeGreaterThanOrEqual(3)
  })
})

test('white stands on the primary button in both schemes', () => {
  expect(contrast('#FFFFFF', palette.indigo[6])).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#FFFFFF', palette.indigo[5])).toBeGreaterThanOrEqual(4.5)
})
