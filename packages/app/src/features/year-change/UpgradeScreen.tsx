import {
  GRACE_DAYS,
  GRADE_NAME_MAXIMUM,
  type GradeState,
  REVERT_DAYS,
  type YearChange,
} from '@kreide/core/features/year-change';
import { writeDate } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { useRef } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ChangeScreen } from './ChangeScreen.tsx';
import { useChangeActions, useOwnSchool } from './use-change.ts';
import styles from './YearChange.module.css';

/** The next grade of each grade in the next school year: proposed from its name, decided by people (T-2.80). */
export function UpgradeScreen() {
  const { t } = useTranslation('year-change');
  return <ChangeScreen intro={t('upgrade.intro')}>{(change) => <UpgradeForm change={change} />}</ChangeScreen>;
}

/** What somebody writes about a grade. */
interface Said {
  readonly to: string;
  readonly leaves: boolean;
}
const saidOf = ({ to, leaves }: GradeState): Said => ({ to: to ?? '', leaves });

/** The fields of a grade to send. An empty field takes the decision back, and the grade gets its proposal again. */
function targetsOf(grade: GradeState, own: Said | undefined): { grade_id: number; to: string | null }[] {
  if (!own && grade.is_proposed) return [];
  const { to, leaves } = own ?? saidOf(grade);
  const name = to.trim();
  return leaves || name !== '' ? [{ grade_id: grade.id, to: leaves ? null : name }] : [];
}

const daysWithin = ({ minimum, maximum }: { minimum: number; maximum: number }) => [
  rule('required'),
  rule('numeric'),
  rule('min_value', minimum),
  rule('max_value', maximum),
];

function UpgradeForm({ change }: { change: YearChange }) {
  const { t, language } = useTranslation(['year-change', 'errors']);
  const { school } = useSelf();
  const params = useOwnSchool();
  const { update } = useChangeActions();
  const none: { said: ReadonlyMap<number, Said>; days: string; revert: string } = {
    said: new Map(),
    days: `${change.grace_days}`,
    revert: `${change.revert_days}`,
  };
  /** With no targets everything is proposed again. */
  const isReset = useRef(false);
  const form = useForm({
    initial: none,
    isSame: (one, other) => one.said.size === other.said.size && one.days === other.days && one.revert === other.revert,
    problems: useFieldRules({ days: daysWithin(GRACE_DAYS), revert: daysWithin(REVERT_DAYS) }),
    send: ({ said, days, revert }) => {
      const targets = isReset.current ? [] : change.grades.flatMap((grade) => targetsOf(grade, said.get(grade.id)));
      return update.mutateAsync({ params, body: { targets, grace_days: Number(days), revert_days: Number(revert) } });
    },
    onSaved: (_, values) => {
      form.reset({ ...values, said: new Map() });
      toasts.show('success', t('upgrade.saved'));
    },
  });
  const { said, days, revert } = form.values;
  async function reset() {
    isReset.current = true;
    await form.submit();
    isReset.current = false;
  }
  return (
    <Form form={form} className={styles.form} leaveText={t('upgrade.unsaved')}>
      <ul className={styles.grades} aria-label={t('upgrade.title')}>
        {change.grades.map((grade) => (
          <li key={grade.id}>
            <Grade
              grade={grade}
              said={said.get(grade.id) ?? saidOf(grade)}
              onChange={(next) => form.change({ said: new Map(said).set(grade.id, next) })}
            />
          </li>
        ))}
      </ul>
      <TextField
        label={t('upgrade.grace')}
        name="days"
        inputMode="numeric"
        value={days}
        onChange={(next) => form.change({ days: next })}
        errorMessage={form.errorOf('days')}
        description={
          change.archived_on
            ? t('upgrade.graceHint', { date: writeDate(language, change.archived_on, 'long') })
            : undefined
        }
      />
      <TextField
        label={t('upgrade.revert')}
        name="revert"
        inputMode="numeric"
        value={revert}
        onChange={(next) => form.change({ revert: next })}
        errorMessage={form.errorOf('revert')}
        description={t('upgrade.revertHint')}
      />
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('upgrade.save')}
        </Button>
        {change.grades.some(({ is_proposed }) => !is_proposed) && (
          <Button onPress={() => void reset()}>{t('upgrade.reset')}</Button>
        )}
        <LinkButton look="quiet" href={`/management/${school.uuid}/school-year-change-validation`}>
          {t('instant.toChecks')}
        </LinkButton>
      </div>
    </Form>
  );
}

interface GradeProps {
  grade: GradeState;
  said: Said;
  onChange: (said: Said) => void;
}

function Grade({ grade: { shortcut, people, is_proposed }, said, onChange }: GradeProps) {
  const { t, language } = useTranslation('year-change');
  return (
    <section className={styles.grade} aria-label={shortcut}>
      <div className={styles.name}>
        <b>{shortcut}</b>
        <span className={styles.hint}>
          {t('upgrade.people', { number: people.toLocaleString(language) })}
          {!is_proposed && ` · ${t('upgrade.decided')}`}
        </span>
      </div>
      <TextField
        label={t('upgrade.next', { grade: shortcut })}
        value={said.leaves ? '' : said.to}
        isDisabled={said.leaves}
        maxLength={GRADE_NAME_MAXIMUM}
        onChange={(to) => onChange({ ...said, to })}
      />
      <Checkbox isSelected={said.leaves} onChange={(leaves) => onChange({ ...said, leaves })}>
        {t('upgrade.leaves')}
      </Checkbox>
    </section>
  );
}
