// A payment that waits for its payer: the way back to the company's page, as it stands when the button is pressed.
import type { OperationDetail } from '@jokko/contract/history'
import type { Payment } from '@jokko/contract/transfer'
import { Alert, Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../app/client.ts'
import { readAgain } from '../app/query.ts'
import { problemText } from './problem-text.ts'
import { useTakeWay } from './use-take-way.ts'
import { wayToPay } from './way-to-pay.ts'
import './continue-to-pay.css'

type Nowhere = 'gone' | 'not_open'

type Waiting = Pick<OperationDetail, 'id' | 'operation_type'>

/** What waits for its payer answers alike, whatever it is. */
type ToBePaid = Pick<Payment, 'type' | 'status' | 'aborted' | 'connect_url' | 'data'>

const pathOf = ({ id, operation_type }: Waiting): string =>
  operation_type === 'deposit' ? `/payin/${id}` : `/payments/${id}`

/** Why there is no page to go to: the payment moved on, or the company does not answer. */
const whyNowhere = ({ status, aborted }: ToBePaid): Nowhere =>
  !aborted && (status === 'payment_started' || status === 'payment_requested') ? 'not_open' : 'gone'

export function ContinueToPay({ operation }: { operation: Waiting }) {
  const { t } = useTranslation('payin')
  const queries = useQueryClient()
  const takeWay = useTakeWay()
  const going = useMutation({
    mutationFn: () => api.get<ToBePaid>(pathOf(operation)),
    onSuccess: payment => {
      const way = wayToPay(payment)
      if (way !== undefined) takeWay(way)
      else void readAgain(queries, ['operation', 'operations'])
    },
  })
  const what = operation.operation_type === 'deposit' ? 'deposit' : 'transfer'
  const nowhere = going.data && wayToPay(going.data) === undefined ? whyNowhere(going.data) : undefined
  return (
    <section className="continue-to-pay" aria-label={t(`to_pay.title.${what}`)}>
      <p className="continue-to-pay__text">
        <strong className="continue-to-pay__title">{t(`to_pay.title.${what}`)}</strong>
        {t(`to_pay.text.${what}`)}
      </p>
      {(going.error !== null || nowhere !== undefined) && (
        <Alert color="amber" role="alert">
          {nowhere === undefined ? problemText(going.error) : t(`to_pay.${nowhere}`)}
        </Alert>
      )}
      <Button
        fullWidth
        rightSection={<IconArrowRight size={20} aria-hidden />}
        loading={going.isPending}
        onClick={() => going.mutate()}
      >
        {t('way.continue')}
      </Button>
    </section>
  )
}
