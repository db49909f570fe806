import {
  personalDataApi,
  RETENTION_DAYS,
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
} from '@kreide/core/features/personal-data';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
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
  const { t } = useTranslation(['personal-data', 'shell']);
  const save = useMutation(
    mutationOf(personalDataApi.updateRetention, { messages: false, touches: [personalDataApi.getRetention] }),
  );
  const form = useForm({
    initial: () => toWritten(known),
    problems: useFieldRules(RULES),
    asks: (values) => RETENTION_KINDS.some((kind) => Number(values[kind]) < known[kind]),
    send: (values) => {
      const body = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, Number(values[kind])])) as Retention;
      return save.mutateAsync({ ...args, body });
    },
    onSaved: () => toasts.show('success', t('retention.saved')),
  });
  return (
    <Section title={t('retention.title')} about={t('retention.intro')}>
      <SectionForm form={form} submit={t('retention.save')} look="primary">
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
                      value={form.values[kind]}
                      onChange={(written) => form.change({ [kind]: written })}
                      errorMessage={form.errorOf(kind)}
                    />
                  </div>
                </fieldset>
              </li>
            );
          })}
        </ul>
      </SectionForm>
      {form.isAsking && (
        <ConfirmDialog
          title={t('retention.askTitle')}
          texts={{ confirm: t('retention.save'), cancel: t('retention.cancel'), close: t('shell:close') }}
          icon="clock"
          isPending={form.isPending}
          onConfirm={form.confirm}
          onClose={form.cancel}
        >
          <p>{t('retention.askText')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
