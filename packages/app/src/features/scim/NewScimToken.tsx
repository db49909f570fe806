import { endProblem, type MadeScimToken, SCIM_TOKEN_DAYS, scimApi } from '@kreide/core/features/scim';
import { addDays, toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Scim.module.css';

/** How far ahead the last day is that is offered, days. */
const OFFERED = 365;

interface NewScimTokenProps {
  params: { id: string };
  onMade: (made: MadeScimToken) => void;
  onClose: () => void;
}

/** The name of a service, how long it may call, and who lets it in. */
export function NewScimToken({ params, onMade, onClose }: NewScimTokenProps) {
  const { t } = useTranslation(['scim', 'shell', 'errors']);
  const { time_zone } = useSelf().school;
  const today = toLocal(new Date(), time_zone).date;
  const make = useMutation(mutationOf(scimApi.createToken, { touches: [scimApi.getSettings], messages: false }));
  const form = useForm({
    initial: { name: '', ends_on: addDays(today, OFFERED), password: '' },
    problems: (values) => {
      const rule = endProblem(values.ends_on, today);
      return [
        ...blankProblems(
          { name: values.name, password: values.password },
          { name: t('missing'), password: t('missing') },
        ),
        ...(rule === null ? [] : [{ field: 'ends_on', text: t(`rules.${rule}`) }]),
      ];
    },
    send: ({ name, ends_on, password }) => make.mutateAsync({ params, body: { name: name.trim(), ends_on, password } }),
    onSaved: onMade,
    toWords: (error) => toReason(t, error),
  });
  const { values, change, errorOf } = form;
  return (
    <BareForm form={form} className={styles.form} aria-label={t('add')}>
      <TextField
        label={t('name')}
        name="scim_name"
        description={t('nameHint')}
        autoFocus
        maxLength={60}
        value={values.name}
        onChange={(name) => change({ name })}
        errorMessage={errorOf('name')}
      />
      <DatePicker
        label={t('endsOn')}
        value={values.ends_on}
        onChange={(ends_on) => change({ ends_on })}
        min={today}
        max={addDays(today, SCIM_TOKEN_DAYS)}
        fallback={addDays(today, OFFERED)}
        errorMessage={errorOf('ends_on')}
      />
      <PasswordField
        label={t('password')}
        name="scim_password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => change({ password })}
        errorMessage={errorOf('password')}
        texts={usePasswordTexts()}
      />
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" icon="plus" isPending={form.isPending}>
          {t('create')}
        </Button>
        <Button onPress={onClose}>{t('cancel')}</Button>
      </div>
    </BareForm>
  );
}
