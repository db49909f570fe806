import { type SecondStepRule, schoolSecondStepApi } from '@kreide/core/features/schools';
import { ROLES, toLocal } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './SchoolSettingsScreen.module.css';

const DatePicker = late(async () => (await import('../../ui/DatePicker.tsx')).DatePicker);

const STARTS = ['now', 'later'] as const;

/** Whom the school wants a second step at sign-in of, and from when on. */
export function SecondStepCard() {
  const { t } = useTranslation(['schools', 'errors']);
  const params = { id: String(useSelf().school.id) };
  const query = useQuery(queryOf(schoolSecondStepApi.getSecondStepRule, { params }, { staleTime: 0 }));
  return (
    <Card>
      <section className={styles.card} aria-label={t('secondStep.title')}>
        <h3>{t('secondStep.title')}</h3>
        <p>{t('secondStep.about')}</p>
        <Loaded
          query={query}
          skeleton={{ items: 1, label: t('settings.loading') }}
          errorTitle={t('settings.errorTitle')}
        >
          {(rule) => <RuleForm rule={rule} params={params} />}
        </Loaded>
      </section>
    </Card>
  );
}

interface RuleValues {
  roles: SecondStepRule['roles'];
  start: (typeof STARTS)[number];
  from: string;
}

const toValues = ({ roles, from }: SecondStepRule): RuleValues => ({
  roles,
  start: from === null ? 'now' : 'later',
  from: from ?? '',
});

const isLater = ({ roles, start }: RuleValues): boolean => roles.length > 0 && start === 'later';

function RuleForm({ rule, params }: { rule: SecondStepRule; params: { id: string } }) {
  const { t } = useTranslation(['schools', 'errors']);
  const { school, primary_role, is_tfa_enabled } = useSelf();
  const save = useMutation(
    mutationOf(schoolSecondStepApi.updateSecondStepRule, {
      touches: [schoolSecondStepApi.getSecondStepRule],
      messages: false,
    }),
  );
  const form = useForm({
    initial: () => toValues(rule),
    item: rule,
    latest: { item: rule, values: toValues(rule) },
    problems: (values) =>
      isLater(values) && values.from === '' ? [{ field: 'from', text: t('secondStep.missing') }] : [],
    send: (values) =>
      save.mutateAsync({ params, body: { roles: values.roles, from: isLater(values) ? values.from : null } }),
    onSaved: () => toasts.show('success', t('secondStep.saved')),
    toWords: (error) => t('notSaved', { reason: toReason(t, error) }),
  });
  const { values, change } = form;
  const { roles, start, from } = values;

  const today = toLocal(new Date(), school.time_zone).date;
  const isOwn = roles.includes(primary_role.name) && !is_tfa_enabled;
  return (
    <Form form={form} className={styles.group}>
      <fieldset className={styles.roles}>
        <legend>{t('secondStep.roles')}</legend>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            isSelected={roles.includes(role)}
            onChange={(isOn) => change({ roles: ROLES.filter((one) => (one === role ? isOn : roles.includes(one))) })}
          >
            {t(`secondStep.${role}`)}
          </Checkbox>
        ))}
      </fieldset>
      {roles.length > 0 && (
        <ChoiceList
          label={t('secondStep.when')}
          options={STARTS.map((key) => ({ key, text: t(`secondStep.${key}`) }))}
          value={start}
          onChange={(next) => change({ start: next })}
        />
      )}
      {roles.length > 0 && start === 'later' && (
        <DatePicker
          label={t('secondStep.from')}
          value={from}
          onChange={(next) => change({ from: next })}
          min={rule.from !== null && rule.from < today ? rule.from : today}
          fallback={today}
          errorMessage={form.errorOf('from')}
        />
      )}
      {isOwn && <p className={styles.note}>{t('secondStep.self')}</p>}
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" isPending={form.isPending}>
          {t('secondStep.save')}
        </Button>
      </div>
    </Form>
  );
}
