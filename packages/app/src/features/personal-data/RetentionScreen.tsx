import {
  personalDataApi,
  RETENTION_DAYS,
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
} from '@kreide/core/features/personal-data';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { Section, SectionForm } from '../settings/index.ts';
import styles from './PersonalData.module.css';

/** For how long the school keeps which data (D-6.08). */
export function RetentionScreen() {
  const { t } = useTranslation('personal-data');
  const { school } = useSelf();
  const args = { params: { id: `${school.id}` } };
  const query = useQuery(queryOf(personalDataApi.getRetention, args, { staleTime: 0 }));
  return (
    <div className={styles.page}>
      <Loaded
        query={query}
        skeleton={{ items: 3, label: t('retention.loading') }}
        errorTitle={t('retention.errorTitle')}
      >
        {(known) => <RetentionForm args={args} known={known} />}
      </Loaded>
    </div>
  );
}

type Written = Record<RetentionKind, string>;

const toWritten = (known: Retention) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, `${known[kind]}`])) as Written;

/** The rules of every field: a whole number within the bounds of its kind. */
const RULES = Object.fromEntries(
  RETENTION_KINDS.map((kind) => {
    const { minimum, maximum } = RETENTION_DAYS[kind];
    return [kind, [rule('required'), rule('numeric'), rule('min_value', minimum), rule('max_value', maximum)]];
  }),
);

function RetentionForm({ args, known }: { args: { params: { id: string } }; known: Retention }) {
  const { t } = useTranslation(['personal-data', 'shell', 'errors']);
  const [values, setValues] = useState(() => toWritten(known));
  const [isAsking, setAsking] = useState(false);
  const { check, errorOf } = useRules(values, RULES);
  const save = useMutation({
    ...mutationOf(personalDataApi.updateRetention, { messages: false, touches: [personalDataApi.getRetention] }),
    onSuccess: () => toasts.show('success', t('retention.saved')),
    onSettled: () => setAsking(false),
  });
  const body = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, Number(values[kind])])) as Retention;
  const isShorter = RETENTION_KINDS.some((kind) => body[kind] < known[kind]);
  const send = () => save.mutate({ ...args, body });
  return (
    <Section title={t('retention.title')} about={t('retention.intro')}>
      <SectionForm
        check={check}
        onSubmit={isShorter ? () => setAsking(true) : send}
        isPending={save.isPending}
        problem={save.error && t(`errors:${save.error.code}`)}
        submit={t('retention.save')}
        look="primary"
      >
        <ul className={styles.list}>
          {RETENTION_KINDS.map((kind) => {
            const { minimum, maximum } = RETENTION_DAYS[kind];
            return (
              <li key={kind}>
                <fieldset className={styles.period} aria-label={t(`retention.kind_${kind}`)}>
                  <div className={styles.words}>
                    <b>{t(`retention.kind_${kind}`)}</b>
                    <span className={styles.muted}>{t(`retention.about_${kind}`)}</span>
                  </div>
                  <div className={styles.days}>
                    <TextField
                      label={t('retention.days', { minimum, maximum })}
                      name={kind}
                      inputMode="numeric"
                      value={values[kind]}
                      onChange={(written) => setValues({ ...values, [kind]: written })}
                      errorMessage={errorOf(kind)}
                    />
                  </div>
                </fieldset>
              </li>
            );
          })}
        </ul>
      </SectionForm>
      {isAsking && (
        <ConfirmDialog
          title={t('retention.askTitle')}
          texts={{ confirm: t('retention.save'), cancel: t('retention.cancel'), close: t('shell:close') }}
          icon="clock"
          isPending={save.isPending}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          <p>{t('retention.askText')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
