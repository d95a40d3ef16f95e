// Payout to a microfinance account: a saved one, or institution, member number and whose account it is.
import { NativeSelect, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceCard } from '../common/choice-card.tsx'
import type { PayoutTables, ShownProblems } from './payout-tables.ts'
import { useTransfer } from './transfer-context.ts'
import type { PayoutDraft } from './transfer-state.ts'

type MicrofinancePayoutProps = {
  readonly tables: PayoutTables
  readonly problems: ShownProblems
  readonly onChange: (draft: PayoutDraft) => void
}

export function MicrofinancePayout({ tables, problems, onChange }: MicrofinancePayoutProps) {
  const { t } = useTranslation('transfer')
  const { payout } = useTransfer().state
  const { mfi } = payout
  const set = (changes: Partial<PayoutDraft['mfi']>) => onChange({ ...payout, mfi: { ...mfi, ...changes } })
  const isSaved = tables.savedMfi.some(account => account.id === mfi.account)
  return (
    <>
      {tables.savedMfi.length > 0 && (
        <Radio.Group
          label={t('payout.account')}
          value={mfi.account}
          error={problems.account}
          errorProps={{ role: 'alert' }}
          onChange={account => set({ account })}
        >
          <div className="choices">
            {tables.savedMfi.map(account => (
              <ChoiceCard
                key={account.id}
                value={account.id}
                title={`${account.mfi_name} ${account.owner_id}`}
                text={account.owner_name}
              />
            ))}
            <ChoiceCard value="new" title={t('payout.new_account')} />
          </div>
        </Radio.Group>
      )}
      {!isSaved && (
        <>
          <NativeSelect
            label={t('payout.mfi')}
            value={mfi.institution}
            error={problems.mfi}
            onChange={event => set({ institution: event.currentTarget.value })}
            data={[
              { value: '', label: t('payout.mfi_choose'), disabled: true },
              ...tables.mfis.map(({ institution_id, name }) => ({ value: institution_id, label: name })),
            ]}
          />
          <TextInput
            label={t('payout.mfi_owner_id')}
            description={t('payout.mfi_owner_id_hint')}
            value={mfi.ownerId}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: 'tabular' }}
            error={problems.ownerId}
            onChange={event => set({ ownerId: event.currentTarget.value })}
          />
          <TextInput
            label={t('payout.holder')}
            description={t('payout.mfi_holder_hint')}
            value={mfi.owner}
            maxLength={80}
            autoComplete="off"
            error={problems.owner}
            onChange={event => set({ owner: event.currentTarget.value })}
          />
        </>
      )}
    </>
  )
}
