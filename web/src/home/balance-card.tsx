// The balance in both currencies, the eye that hides it, and what this person may start.
import { AmountText } from '@jokko/ui/amount-text'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowDown,
  IconEye,
  IconEyeOff,
  IconLink,
  IconSend,
  IconUpload,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Flow, useOverlays } from '../app/flows.ts'
import { useUser } from '../app/session.tsx'
import { readStored, writeStored } from '../app/storage.ts'
import { formatRate, useShownEuros } from '../common/amount.tsx'
import './balance-card.css'

const parity = '655.957'

function Balance() {
  const { t, i18n } = useTranslation('home')
  const user = useUser()
  const shown = useShownEuros()(user.client.euro_balance)
  const [isHidden, setHidden] = useState(() => readStored('balance-hidden') === 'yes')
  const EyeIcon = isHidden ? IconEyeOff : IconEye

  const toggle = () => {
    writeStored('balance-hidden', isHidden ? 'no' : 'yes')
    setHidden(!isHidden)
  }

  return (
    <div>
      <h1 className="balance__title">{t('balance.title')}</h1>
      <div className="balance__figure" data-testid="balance">
        {isHidden ? (
          <span className="balance__mask">
            <span aria-hidden="true">******</span>
            <span className="visually-hidden">{t('balance.hidden')}</span>
          </span>
        ) : (
          <AmountText main={shown.main} size="display" />
        )}
        <ActionIcon onClick={toggle} aria-label={t(isHidden ? 'balance.show' : 'balance.hide')} color="stone">
          <EyeIcon size={22} stroke={1.75} />
        </ActionIcon>
      </div>
      <p className="balance__second tabular">
        {isHidden ? '****' : shown.second}
        <span> · 1&nbsp;€ = {formatRate(parity, i18n.language)}&nbsp;CFA</span>
      </p>
    </div>
  )
}

const actions = [
  { flow: 'deposit', icon: IconArrowDown },
  { flow: 'bulk', icon: IconUsersGroup },
  { flow: 'withdraw', icon: IconUpload },
  { flow: 'payment_request', icon: IconLink },
] as const satisfies readonly { flow: Flow; icon: unknown }[]

function Actions() {
  const { t } = useTranslation('home')
  const { can } = useUser()
  const { openFlow } = useOverlays()
  const others = actions.filter(({ flow }) => can[flow])
  if (!can.transfer && others.length === 0) return null
  return (
    <fieldset className="balance-card__actions">
      <legend className="visually-hidden">{t('actions.label')}</legend>
      {can.transfer && (
        <Button
          className="balance-card__send"
          leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
          onClick={() => openFlow('transfer')}
        >
          {t('actions.transfer')}
        </Button>
      )}
      {others.map(({ flow, icon: Icon }) => (
        <Button
          key={flow}
          className="balance-card__other"
          variant="default"
          leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
          onClick={() => openFlow(flow)}
        >
          {t(`actions.${flow}`)}
        </Button>
      ))}
    </fieldset>
  )
}

export function BalanceCard() {
  return (
    <section className="card balance-card">
      <Balance />
      <Actions />
    </section>
  )
}
