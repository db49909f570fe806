import { REVERSION_DAYS } from '@kreide/core/features/schools';
import { deletionApi } from '@kreide/core/features/settings';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
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
  const { minimum, maximum } = REVERSION_DAYS;
  const save = useMutation(
    mutationOf(deletionApi.updateDeletionRules, { messages: false, touches: [deletionApi.getDeletionRules] }),
  );
  const form = useForm({
    initial: { enabled: known.enabled, reversion_days: `${known.reversion_days}` },
    problems: useFieldRules({
      reversion_days: [rule('required'), rule('numeric'), rule('min_value', minimum), rule('max_value', maximum)],
    }),
    send: ({ enabled, reversion_days }) =>
      save.mutateAsync({ ...args, body: { enabled, reversion_days: Number(reversion_days) } }),
    onSaved: () => toasts.show('success', t('profile.saved')),
  });
  const { values, change, errorOf } = form;
  return (
    <Section title={t('requests.rules')}>
      <SectionForm form={form} submit={t('profile.save')}>
        <Switch isSelected={values.enabled} onChange={(enabled) => change({ enabled })}>
          {t('requests.enabled')}
        </Switch>
        <TextField
          label={t('requests.days')}
          name="reversion_days"
          inputMode="numeric"
          value={values.reversion_days}
          onChange={(reversion_days) => change({ reversion_days })}
          errorMessage={errorOf('reversion_days')}
        />
      </SectionForm>
    </Section>
  );
}
