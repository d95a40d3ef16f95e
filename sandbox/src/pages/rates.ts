// The market: what one dollar buys, to be moved by hand.

import { form, html, page, table } from '../http/html.ts'
import { currentRates, floatingSymbols } from '../rates/rates.ts'
import type { World } from '../world/world.ts'

export function ratesPage(world: World): string {
  const rates = currentRates(world)
  const body = html`
${table({
  caption: 'One US dollar buys',
  columns: ['Currency', 'Rate'],
  rows: floatingSymbols.map(symbol => [symbol, rates[symbol]]),
})}
<p>So 1 EUR is about ${Math.round((rates.GNF / rates.EUR) * 100) / 100} GNF. The CFA francs follow the euro at 655.957.</p>
<section><h2>Move a rate</h2>
${form('/control/rates', 'Set', [
  {
    name: 'symbol',
    label: 'Currency',
    value: 'GNF',
    options: floatingSymbols.map(symbol => [symbol, symbol]),
  },
  { name: 'rate', label: 'Units for one dollar', hint: 'For instance 8659.362' },
])}</section>`
  return page('Rates', body)
}
