// Home (/dashboard/home): the balance and what one can start, what is on its way, the latest operations, contacts.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../app/config.ts'
import { usePageTitle } from '../app/page-title.ts'
import { BalanceCard } from './balance-card.tsx'
import { Banners } from './banners.tsx'
import { ContactsCard } from './contacts-card.tsx'
import { EnRouteCard } from './en-route-card.tsx'
import { latestOperationsQuery, onItsWay } from './home-api.ts'
import { OperationsCard } from './operations-card.tsx'
import './home-page.css'

function ReviewCard() {
  const { t } = useTranslation('home')
  const { data } = useQuery(configQuery)
  const address = data?.links.review
  if (address === undefined || address === null) return null
  return (
    <section className="card" aria-labelledby="review-title">
      <h2 className="section-title" id="review-title">
        {t('review.title')}
      </h2>
      <p className="home__review">{t('review.text')}</p>
      <Button component="a" href={address} target="_blank" rel="noreferrer" variant="default">
        {t('review.action')}
      </Button>
    </section>
  )
}

export function HomePage() {
  const { t } = useTranslation('home')
  const { data } = useQuery(latestOperationsQuery)
  const moving = data === undefined ? undefined : onItsWay(data.results)
  usePageTitle(t('title'))
  return (
    <>
      <Banners />
      <BalanceCard />
      {moving !== undefined && <EnRouteCard row={moving} />}
      <OperationsCard />
      <ContactsCard />
      <ReviewCard />
    </>
  )
}
