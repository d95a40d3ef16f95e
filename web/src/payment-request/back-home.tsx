// The way out of a payment: back to the requester's own address where they registered one, else home.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { leaveFor } from '../common/way-to-pay.ts'

type BackHomeProps = {
  readonly requested: RequestedPayment
  /** Nothing was paid. */
  readonly isCancelled?: boolean
}

export function BackHome({ requested, isCancelled = false }: BackHomeProps) {
  const { t } = useTranslation('payment-request')
  const address = isCancelled ? (requested.cancel_url ?? requested.redirect_url) : requested.redirect_url
  if (address !== null)
    return (
      <Button onClick={() => leaveFor(address)}>
        {t('end.back', { name: requested.transfer.destination_user.full_name })}
      </Button>
    )
  return (
    <Button component={Link} to="/dashboard/home">
      {t('end.home')}
    </Button>
  )
}
