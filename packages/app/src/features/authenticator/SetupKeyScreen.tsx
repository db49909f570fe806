import {
  ALGORITHMS,
  DIGITS,
  KEY_LENGTH,
  type KeyDraft,
  type KeyProblems,
  keyProblems,
  LABEL_MAXIMUM,
  PERIOD,
} from '@kreide/core/features/authenticator';
import type { Translate } from '@kreide/core/kernel';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Authenticator.module.css';
import { Page } from './Page.tsx';
import { useAddAccount } from './use-add-account.ts';

type Field = 'key' | 'issuer' | 'account' | 'period';

const EMPTY = { key: '', issuer: '', account: '', period: String(PERIOD.usual), digits: '6', algorithm: 'SHA1' };

/** An account by the key that its service shows (P-2.32). */
export function SetupKeyScreen() {
  const { t } = useTranslation('authenticator');
  const { add, isPending, problem } = useAddAccount();
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<KeyProblems>({});
  const set = (field: keyof typeof EMPTY) => (value: string) => setValues((before) => ({ ...before, [field]: value }));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const draft = {
      ...values,
      digits: Number(values.digits),
      period: Number(values.period.trim() || Number.NaN),
    } as KeyDraft;
    const found = keyProblems(draft);
    setProblems(found);
    if (Object.keys(found).length === 0) void add(draft);
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('input[aria-invalid=true]')?.focus());
  }

  const field = (name: Field, options: object = {}) => (
    <TextField
      label={t(`setupKey.${name}`)}
      name={name}
      value={values[name]}
      onChange={set(name)}
      errorMessage={toWords(t, name, problems)}
      autoComplete="off"
      spellCheck="false"
      {...options}
    />
  );
  return (
    <Page title={t('setupKey.title')} about={t('setupKey.about')}>
      <Card isRoomy>
        <form className={styles.form} noValidate onSubmit={submit} aria-label={t('setupKey.title')}>
          {field('issuer')}
          {field('account', { description: t('setupKey.accountHint'), autoCapitalize: 'none' })}
          {field('key', { description: t('setupKey.keyHint'), autoCapitalize: 'none' })}
          <details className={styles.more}>
            <summary>{t('setupKey.more')}</summary>
            <div className={styles.form}>
              <Select
                label={t('setupKey.digits')}
                options={DIGITS.map((digits) => ({ key: `${digits}`, text: `${digits}` }))}
                value={values.digits}
                onChange={set('digits')}
              />
              {field('period', { inputMode: 'numeric' })}
              <Select
                label={t('setupKey.algorithm')}
                options={ALGORITHMS.map((algorithm) => ({ key: algorithm as string, text: algorithm }))}
                value={values.algorithm}
                onChange={set('algorithm')}
              />
            </div>
          </details>
          <Problem text={problem} />
          <div>
            <Button type="submit" look="primary" isPending={isPending}>
              {t('setupKey.submit')}
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  );
}

/** The sentence for the problem of a field. */
function toWords(t: Translate, field: Field, { [field]: problem }: KeyProblems): string | undefined {
  if (!problem) return undefined;
  const limits = field === 'period' ? PERIOD : field === 'key' ? KEY_LENGTH : { minimum: 1, maximum: LABEL_MAXIMUM };
  return t(`authenticator:problems.${field}.${problem}` as 'authenticator:problems.key.short', limits);
}
