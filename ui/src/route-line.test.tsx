// The Route says where the money is without colour: an ordered list, words, and one current step.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RouteLine, type RouteLineStop } from './route-line.tsx'

const stop = (
  id: string,
  state: RouteLineStop['state'],
  more: Partial<RouteLineStop> = {},
): RouteLineStop => ({
  id,
  name: id,
  state,
  stateLabel: `word of ${state}`,
  ...more,
})

const drawn = (stops: RouteLineStop[], live = false) =>
  renderToStaticMarkup(<RouteLine label="Route" stops={stops} live={live} />)

test('is an ordered list with a name, and its stops in order', () => {
  const html = drawn([stop('sender', 'done'), stop('jokko', 'current'), stop('payee', 'upcoming')])
  expect(html).toContain('<ol class="route-line__stops" aria-label="Route">')
  expect(html.indexOf('sender')).toBeLessThan(html.indexOf('jokko'))
  expect(html.indexOf('jokko')).toBeLessThan(html.indexOf('payee'))
})

test.each(['current', 'waiting', 'failed'] as const)(
  'marks the stop that is %s as the present step',
  state => {
    const html = drawn([stop('sender', 'done'), stop('here', state), stop('payee', 'upcoming')])
    expect(html.match(/aria-current="step"/g)).toHaveLength(1)
    expect(html).toContain(`word of ${state}`)
  },
)

test('the line is travelled up to where the money is, cut after a failure', () => {
  const stretches = (states: RouteLineStop['state'][]) =>
    [...drawn(states.map((state, place) => stop(`s${place}`, state))).matchAll(/data-stretch="(\w+)"/g)].map(
      match => match[1],
    )
  expect(stretches(['done', 'current', 'upcoming', 'upcoming'])).toEqual(['travelled', 'underway', 'ahead'])
  expect(stretches(['done', 'failed', 'upcoming'])).toEqual(['travelled', 'cut'])
  expect(stretches(['done', 'done', 'done'])).toEqual(['travelled', 'travelled'])
  expect(stretches(['upcoming', 'upcoming'])).toEqual(['ahead'])
})

test('only the current stop of a live route moves', () => {
  const stops = [stop('sender', 'done'), stop('jokko', 'current')]
  expect(drawn(stops)).not.toContain('data-live')
  expect(drawn(stops, true).match(/data-live/g)).toHaveLength(1)
})

test('a time is readable by machines too', () => {
  const html = drawn([stop('sender', 'done', { time: '09:41', dateTime: '2026-11-27T08:41:07Z' })])
  expect(html).toContain('dateTime="2026-11-27T08:41:07Z"')
  expect(html).toContain('>09:41</time>')
})
