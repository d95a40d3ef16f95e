// The panel beside the sign-in form: what Jokko promises, shown as a route.
import { Logo } from '@jokko/ui/logo'
import { RouteLine, type RouteLineStop } from '@jokko/ui/route-line'
import { WovenPattern } from '@jokko/ui/woven-pattern'
import { useTranslation } from 'react-i18next'

function useExampleStops(): RouteLineStop[] {
  const { t } = useTranslation('access')
  return [
    { id: 'paris', state: 'done', stateLabel: t('promise.done') },
    { id: 'jokko', state: 'done', stateLabel: t('promise.done') },
    { id: 'operator', state: 'current', stateLabel: t('promise.current') },
    { id: 'abidjan', state: 'upcoming', stateLabel: t('promise.upcoming') },
  ].map(stop => ({
    ...(stop as Pick<RouteLineStop, 'id' | 'state' | 'stateLabel'>),
    name: t(`promise.${stop.id as 'paris' | 'jokko' | 'operator' | 'abidjan'}`),
    sentence: t(`promise.${stop.id as 'paris' | 'jokko' | 'operator' | 'abidjan'}_note`),
  }))
}

export function PromisePanel() {
  const { t } = useTranslation('access')
  return (
    <aside className="promise">
      <WovenPattern tone="night" className="promise__cloth" />
      <Logo name={t('product', { ns: 'common' })} tone="light" />
      <div className="promise__words">
        <p className="promise__title">{t('promise.title')}</p>
        <p className="promise__text">{t('promise.text')}</p>
      </div>
      <div className="promise__route">
        <RouteLine
          label={t('promise.route')}
          stops={useExampleStops()}
          orientation="vertical"
          tone="night"
          live
        />
      </div>
    </aside>
  )
}
