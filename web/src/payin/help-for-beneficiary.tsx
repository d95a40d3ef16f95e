// Where a beneficiary finds help: the pages that this installation has.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../app/config.ts'

export function HelpForBeneficiary() {
  const { t } = useTranslation(['payin', 'common'])
  const { data } = useQuery(configQuery)
  const pages = [
    { name: 'access', address: data?.links.help_access },
    { name: 'withdraw_mobile', address: data?.links.help_withdraw_mobile },
    { name: 'withdraw_bank', address: data?.links.help_withdraw_bank },
  ] as const
  const known = pages.filter(({ address }) => address)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="help-for-beneficiary">
      <h3 className="outcome__subtitle" id="help-for-beneficiary">
        {t('help.title')}
      </h3>
      <ul className="outcome__list">
        {known.map(({ name, address }) => (
          <li key={name}>
            <Anchor href={address ?? ''} target="_blank" rel="noreferrer">
              {t(`help.${name}`)} <span className="visually-hidden">{t('new_window', { ns: 'common' })}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}
