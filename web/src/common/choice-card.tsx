// One option of a short list, as a card that can be pressed anywhere.
import { Radio } from '@mantine/core'
import './radio-cards.css'
import './choice-card.css'

type ChoiceCardProps = {
  readonly value: string
  readonly title: string
  readonly text?: string | undefined
}

export function ChoiceCard({ value, title, text }: ChoiceCardProps) {
  return (
    <Radio.Card className="choice" value={value}>
      <Radio.Indicator className="choice__mark" />
      <span className="choice__body">
        <span className="choice__title tabular">{title}</span>
        {text !== undefined && <span className="choice__text">{text}</span>}
      </span>
    </Radio.Card>
  )
}
