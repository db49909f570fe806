import {
  GRACE_DAYS,
  GRADE_NAME_MAXIMUM,
  type GradeState,
  REVERT_DAYS,
  type YearChange,
} from '@kreide/core/features/year-change';
import { writeDate } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { LeaveQuestion } from '../../kernel/LeaveQuestion.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ChangeScreen } from './ChangeScreen.tsx';
import { useChangeActions, useOwnSchool } from './use-change.ts';
import styles from './YearChange.module.css';

/** Where each grade goes with the next school year: proposed from its name, decided by people (T-2.80). */
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
  const form = useRef<HTMLFormElement>(null);
  const [said, setSaid] = useState<ReadonlyMap<number, Said>>(new Map());
  const [days, setDays] = useState(`${change.grace_days}`);
  const [revert, setRevert] = useState(`${change.revert_days}`);
  const { check, errorOf } = useRules(
    { days, revert },
    { days: daysWithin(GRACE_DAYS), revert: daysWithin(REVERT_DAYS) },
  );
  const isUnsaved = said.size > 0 || days !== `${change.grace_days}` || revert !== `${change.revert_days}`;
  const unsaved = useRef(isUnsaved);
  unsaved.current = isUnsaved;
  const isChanged = useCallback(() => unsaved.current, []);
  function save(targets: { grade_id: number; to: string | null }[]) {
    update.mutate(
      { params, body: { targets, grace_days: Number(days), revert_days: Number(revert) } },
      {
        onSuccess: () => {
          setSaid(new Map());
          toasts.show('success', t('upgrade.saved'));
        },
      },
    );
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!check()) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    save(
      change.grades.flatMap((grade) => {
        const own = said.get(grade.id);
        if (!own && grade.is_proposed) return [];
        const { to, leaves } = own ?? saidOf(grade);
        const name = to.trim();
        // An empty field takes back what was said: it is proposed again.
        return leaves || name !== '' ? [{ grade_id: grade.id, to: leaves ? null : name }] : [];
      }),
    );
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <ul className={styles.grades} aria-label={t('upgrade.title')}>
        {change.grades.map((grade) => (
          <li key={grade.id}>
            <Grade
              grade={grade}
              said={said.get(grade.id) ?? saidOf(grade)}
              onChange={(next) => setSaid(new Map(said).set(grade.id, next))}
            />
          </li>
        ))}
      </ul>
      <TextField
        label={t('upgrade.grace')}
        name="days"
        inputMode="numeric"
        value={days}
        onChange={setDays}
        errorMessage={errorOf('days')}
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
        onChange={setRevert}
        errorMessage={errorOf('revert')}
        description={t('upgrade.revertHint')}
      />
      <Problem text={update.error && t(`errors:${update.error.code}`)} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={update.isPending}>
          {t('upgrade.save')}
        </Button>
        {change.grades.some(({ is_proposed }) => !is_proposed) && (
          <Button onPress={() => save([])}>{t('upgrade.reset')}</Button>
        )}
        <LinkButton look="quiet" href={`/management/${school.uuid}/school-year-change-validation`}>
          {t('instant.toChecks')}
        </LinkButton>
      </div>
      <LeaveQuestion isChanged={isChanged} text={t('upgrade.unsaved')} />
    </form>
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
