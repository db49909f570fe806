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
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
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

const toDraft = (written: typeof EMPTY): KeyDraft =>
  ({
    ...written,
    digits: Number(written.digits),
    period: Number(written.period.trim() || Number.NaN),
  }) as KeyDraft;

/** An account by the key that its service shows (P-2.32). */
export function SetupKeyScreen() {
  const { t } = useTranslation('authenticator');
  const { add, isPending, problem } = useAddAccount();
  const form = useForm({
    initial: EMPTY,
    problems: (written) => {
      const found = keyProblems(toDraft(written));
      return (['key', 'issuer', 'account', 'period'] as const).flatMap((name) => {
        const text = toWords(t, name, found);
        return text === undefined ? [] : [{ field: name, text }];
      });
    },
    send: (written) => add(toDraft(written)),
  });
  const { values } = form;
  const set = (name: keyof typeof EMPTY) => (value: string) => form.change({ [name]: value });

  const field = (name: Field, options: object = {}) => (
    <TextField
      label={t(`setupKey.${name}`)}
      name={name}
      value={values[name]}
      onChange={set(name)}
      errorMessage={form.errorOf(name)}
      autoComplete="off"
      spellCheck="false"
      {...options}
    />
  );
  return (
    <Page title={t('setupKey.title')} about={t('setupKey.about')}>
      <Card isRoomy>
        <BareForm form={form} className={styles.form} aria-label={t('setupKey.title')}>
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
        </BareForm>
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
