// Paying by mobile money (/mobile_money): choose the operator, approve on the phone, and see what became of it.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { FormSkeleton } from '@jokko/ui/skeletons'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OutsidePage } from '../common/outside-page.tsx'
import { useAsking } from '../common/pace.ts'
import { PaymentNotShown, PaymentUnknown } from '../common/payment-not-shown.tsx'
import { ChooseOperator } from './choose-operator.tsx'
import { closingOf } from './closing.ts'
import { Ended } from './ended.tsx'
import { EnterCode } from './enter-code.tsx'
import { mobileMoneyQuery } from './mobile-money-api.ts'
import { firstChoice, isWaiting, mobileMoneyPace, screenOf } from './mobile-money-flow.ts'
import { nameIn } from './payment-in-address.ts'
import { Waiting } from './waiting.tsx'

const route = getRouteApi('/mobile_money')

type ScreenProps = {
  readonly name: string
  readonly payment: MobileMoney
  readonly ask: () => Promise<unknown>
  readonly onClose: (() => void) | undefined
}

function Screen({ name, payment, ask, onClose }: ScreenProps) {
  const screen = screenOf(payment)
  const [choice, setChoice] = useState(() => firstChoice(payment))
  const { isOver, askNow } = useAsking({
    isWaiting: isWaiting(screen),
    pace: mobileMoneyPace,
    about: screen,
    ask,
  })
  switch (screen) {
    case 'choose':
      return <ChooseOperator name={name} payment={payment} choice={choice} onChoice={setChoice} />
    case 'code':
      return <EnterCode name={name} payment={payment} />
    case 'phone':
    case 'redirect':
    case 'processing':
      return <Waiting name={name} payment={payment} screen={screen} isOver={isOver} onAsk={askNow} />
    default:
      return <Ended payment={payment} end={screen} onClose={onClose} />
  }
}

function Payment({ name, onClose }: Pick<ScreenProps, 'name' | 'onClose'>) {
  const { t } = useTranslation('common')
  const { data, error, refetch } = useQuery(mobileMoneyQuery(name))
  if (data !== undefined) return <Screen name={name} payment={data} ask={refetch} onClose={onClose} />
  if (error !== null) return <PaymentNotShown error={error} onRetry={() => void refetch()} />
  return <FormSkeleton label={t('loading')} fields={3} />
}

export function MobileMoneyPage() {
  const { t } = useTranslation('payin')
  const address = route.useSearch()
  const name = nameIn(address)
  const close = closingOf(address)
  return (
    <OutsidePage title={t('title.mobile_money')} tone="leaf" onClose={close}>
      {name === undefined ? <PaymentUnknown /> : <Payment key={name} name={name} onClose={close} />}
    </OutsidePage>
  )
}
