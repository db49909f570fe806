import { type SecondStepRule, schoolSecondStepApi } from '@kreide/core/features/schools';
import { ROLES, toLocal } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
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
          {(rule) => <RuleForm key={JSON.stringify(rule)} rule={rule} params={params} />}
        </Loaded>
      </section>
    </Card>
  );
}

function RuleForm({ rule, params }: { rule: SecondStepRule; params: { id: string } }) {
  const { t } = useTranslation(['schools', 'errors']);
  const { school, primary_role, is_tfa_enabled } = useSelf();
  const [roles, setRoles] = useState(rule.roles);
  const [start, setStart] = useState<(typeof STARTS)[number]>(rule.from === null ? 'now' : 'later');
  const [from, setFrom] = useState(rule.from ?? '');
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    ...mutationOf(schoolSecondStepApi.updateSecondStepRule, {
      touches: [schoolSecondStepApi.getSecondStepRule],
      messages: false,
    }),
    onSuccess: () => toasts.show('success', t('secondStep.saved')),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isLater = roles.length > 0 && start === 'later';
    setMissing(isLater && from === '');
    if ((isLater && from === '') || save.isPending) return;
    save.mutate({ params, body: { roles, from: isLater ? from : null } });
  }

  const today = toLocal(new Date(), school.time_zone).date;
  const isOwn = roles.includes(primary_role.name) && !is_tfa_enabled;
  return (
    <form className={styles.group} onSubmit={submit} noValidate>
      <fieldset className={styles.roles}>
        <legend>{t('secondStep.roles')}</legend>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            isSelected={roles.includes(role)}
            onChange={(isOn) => setRoles(ROLES.filter((one) => (one === role ? isOn : roles.includes(one))))}
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
          onChange={setStart}
        />
      )}
      {roles.length > 0 && start === 'later' && (
        <DatePicker
          label={t('secondStep.from')}
          value={from}
          onChange={setFrom}
          min={rule.from !== null && rule.from < today ? rule.from : today}
          fallback={today}
          errorMessage={isMissing && from === '' ? t('secondStep.missing') : undefined}
        />
      )}
      {isOwn && <p className={styles.note}>{t('secondStep.self')}</p>}
      <Problem text={save.error && t('notSaved', { reason: t(`errors:${save.error.code}`) })} />
      <div className={styles.actions}>
        <Button type="submit" isPending={save.isPending}>
          {t('secondStep.save')}
        </Button>
      </div>
    </form>
  );
}
