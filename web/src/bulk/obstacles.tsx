// What keeps a table from being paid: rows to correct, and rows that repeat another, which is to be decided.
import { Alert, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isFocusNowhere, onceDrawn } from '../common/focus.ts'
import { useBulk } from './bulk-context.ts'
import { repeatsName, repeatsOf } from './table-facts.ts'

type WrongProps = {
  readonly wrong: number
  /** Only the rows to correct are shown. */
  readonly isPart: boolean
  readonly onPart: (isPart: boolean) => void
  readonly onNext: (after?: number) => void
}

function Wrong({ wrong, isPart, onPart, onNext }: WrongProps) {
  const { t } = useTranslation('bulk')
  if (wrong === 0 && !isPart) return null
  return (
    <Alert color={wrong === 0 ? 'leaf' : 'clay'} role="status" data-testid="wrong-rows">
      <div className="bulk-obstacle__row">
        <p className="bulk-obstacle__text">
          {wrong === 0 ? t('wrong.none') : t('wrong.text', { count: wrong })}
        </p>
        {wrong > 0 && (
          <Button size="compact-md" variant="default" onClick={() => onNext()}>
            {t('wrong.next')}
          </Button>
        )}
        <Button size="compact-md" variant="default" onClick={() => onPart(!isPart)}>
          {t(isPart ? 'wrong.show_all' : 'wrong.show_part')}
        </Button>
      </div>
    </Alert>
  )
}

type RepeatsProps = {
  readonly groups: readonly (readonly number[])[]
  readonly isUndecided: boolean
  /** One has tried to go on without deciding. */
  readonly isPressed: boolean
}

const namedGroups = 6

function Repeats({ groups, isUndecided, isPressed }: RepeatsProps) {
  const { t, i18n } = useTranslation('bulk')
  const { dispatch } = useBulk()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPressed && isUndecided) box.current?.focus()
  }, [isPressed, isUndecided])
  if (groups.length === 0) return null
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const named = groups.slice(0, namedGroups).map(lines => list.format(lines.map(String)))
  const repeats = repeatsOf(groups)
  return (
    <Alert
      color="amber"
      role="status"
      ref={box}
      tabIndex={-1}
      title={t('repeats.title')}
      data-testid="repeats"
    >
      <ul className="bulk-repeats">
        {named.map(lines => (
          <li key={lines}>{t('repeats.lines', { lines })}</li>
        ))}
        {groups.length > namedGroups && <li>{t('repeats.more', { count: groups.length - namedGroups })}</li>}
      </ul>
      <div className="bulk-obstacle__row">
        <p className="bulk-obstacle__text">{t(isUndecided ? 'repeats.question' : 'repeats.kept')}</p>
        {isUndecided && (
          <Button
            size="compact-md"
            variant="default"
            onClick={() => dispatch({ type: 'repeats_kept', repeats: repeatsName(groups) })}
          >
            {t('repeats.keep')}
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          onClick={() => dispatch({ type: 'rows_removed', lines: repeats })}
        >
          {t('repeats.remove', { count: repeats.length })}
        </Button>
      </div>
    </Alert>
  )
}

/** A press that settles its own question takes its button away: the next Tab goes on from here. */
function useFocusInside() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const here = box.current
    const keep = () => {
      if (isFocusNowhere()) here?.focus({ preventScroll: true })
    }
    const afterPress = () => onceDrawn(keep)
    here?.addEventListener('click', afterPress)
    return () => here?.removeEventListener('click', afterPress)
  }, [])
  return box
}

export function Obstacles(props: WrongProps & RepeatsProps) {
  const box = useFocusInside()
  return (
    <div className="bulk-obstacles" ref={box} tabIndex={-1}>
      <Wrong {...props} />
      <Repeats {...props} />
    </div>
  )
}
