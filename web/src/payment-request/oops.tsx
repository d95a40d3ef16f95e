// A payment that is not this person's: said once, with the way to another account.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signOut } from '../app/session-end.ts'
import { StepColumns } from '../common/flow-step.tsx'
import { OutcomeCard } from '../common/outcome-card.tsx'

export function Oops() {
  const { t } = useTranslation('payment-request')
  return (
    <StepColumns>
      <OutcomeCard
        tone="closed"
        heading={t('oops.heading')}
        buttons={
          <>
            <Button component={Link} to="/dashboard/home">
              {t('oops.home')}
            </Button>
            <Button variant="default" onClick={() => void signOut()}>
              {t('oops.other_account')}
            </Button>
          </>
        }
      >
        <p className="outcome__text">{t('oops.text')}</p>
      </OutcomeCard>
    </StepColumns>
  )
}
