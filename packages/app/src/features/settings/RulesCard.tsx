import { REVERSION_DAYS } from '@kreide/core/features/schools';
import { deletionApi } from '@kreide/core/features/settings';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { Section, SectionForm } from './Section.tsx';

/** Whether people may ask in the app, and how long a deletion can be taken back (P-3.27). */
export function RulesCard() {
  const { school, permissions } = useSelf();
  const args = { params: { id: `${school.id}` } };
  const { data } = useQuery(queryOf(deletionApi.getDeletionRules, args));
  if (!data || !permissions.includes('edit-school')) return null;
  return <RulesForm args={args} known={data} />;
}

interface RulesFormProps {
  args: { params: { id: string } };
  known: { enabled: boolean; reversion_days: number };
}

function RulesForm({ args, known }: RulesFormProps) {
  const { t } = useTranslation('settings');
  const [values, setValues] = useState({ enabled: known.enabled, reversion_days: `${known.reversion_days}` });
  const { minimum, maximum } = REVERSION_DAYS;
  const { check, errorOf } = useRules(values, {
    reversion_days: [rule('required'), rule('numeric'), rule('min_value', minimum), rule('max_value', maximum)],
  });
  const save = useMutation({
    ...mutationOf(deletionApi.updateDeletionRules, { touches: [deletionApi.getDeletionRules] }),
    onSuccess: () => toasts.show('success', t('profile.saved')),
  });
  const send = () =>
    save.mutate({ ...args, body: { enabled: values.enabled, reversion_days: Number(values.reversion_days) } });
  return (
    <Section title={t('requests.rules')}>
      <SectionForm check={check} onSubmit={send} isPending={save.isPending} problem={null} submit={t('profile.save')}>
        <Switch isSelected={values.enabled} onChange={(enabled) => setValues({ ...values, enabled })}>
          {t('requests.enabled')}
        </Switch>
        <TextField
          label={t('requests.days')}
          name="reversion_days"
          inputMode="numeric"
          value={values.reversion_days}
          onChange={(reversion_days) => setValues({ ...values, reversion_days })}
          errorMessage={errorOf('reversion_days')}
        />
      </SectionForm>
    </Section>
  );
}
