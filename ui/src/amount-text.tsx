// How an amount is laid out: large figure, and the same value in the other currency beside or under it.
// The texts arrive formatted; nothing here knows a currency.
import './amount-text.css'

type AmountTextProps = {
  readonly main: string
  readonly second?: string | undefined
  readonly size?: 'display' | 'title' | 'row'
  readonly align?: 'start' | 'end'
}

export function AmountText({ main, second, size = 'row', align = 'start' }: AmountTextProps) {
  return (
    <span className="amount-text tabular" data-size={size} data-align={align}>
      <span className="amount-text__main unbroken">{main}</span>
      {second !== undefined && <span className="amount-text__second unbroken">{second}</span>}
    </span>
  )
}
