import type { AskedPeopleChange } from '@kreide/core/features/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import type { BulkChange } from './bulk-changes.ts';
import styles from './PeopleScreen.module.css';
import { gradesQuery } from './people-queries.ts';
import { rolesQuery } from './roles-queries.ts';
import { tryChange } from './use-many-changes.ts';

const NONE = 'none';
export type Asked = Exclude<BulkChange, 'unlock'>;

interface ManyDialogProps {
  asked: Asked;
  icon: IconName;
  people: AskedPeopleChange['people'];
  /** How far the server is, in words; null: it has not begun. */
  progress: string | null;
  onStart: (draft: AskedPeopleChange) => void;
  onClose: () => void;
}

/** Asks before many people are changed: into which class or which role, and how many that concerns. */
export function ManyDialog({ asked, icon, people, progress, onStart, onClose }: ManyDialogProps) {
  const { t, language } = useTranslation(['users', 'shell', 'errors']);
  const { id } = useSelf().school;
  const grades = useQuery({ ...gradesQuery, enabled: asked === 'grade' }).data ?? [];
  const roles = (useQuery({ ...rolesQuery(id), enabled: asked === 'role' }).data ?? []).filter(
    ({ key }) => key === null,
  );
  // Nobody comes into a class that nobody has chosen.
  const [grade, setGrade] = useState('');
  const [role, setRole] = useState('');
  const toChoose = { key: '', text: t('changes.ask.choose') };
  const [isGiven, setGiven] = useState(true);
  const draft = toDraft(asked, { people, grade, role, isGiven });
  const trial = useMutation(tryChange);
  const { mutate } = trial;
  const wanted = draft && JSON.stringify(draft);
  useEffect(() => {
    if (wanted !== null) mutate({ body: JSON.parse(wanted) as AskedPeopleChange });
  }, [wanted, mutate]);
  const number = (value: number) => value.toLocaleString(language);
  const count = trial.data?.concerned ?? null;
  const isQuestion = asked === 'lock' || asked === 'logout' || asked === 'remove';
  return (
    <ConfirmDialog
      title={t(isQuestion ? `selection.${asked}Title` : `changes.ask.${asked}`)}
      texts={{
        confirm: progress ?? t(isQuestion ? `selection.${asked}` : 'changes.ask.start'),
        // The server goes on with what it has begun.
        cancel: t(progress === null ? 'actions.keep' : 'shell:close'),
        close: t('shell:close'),
      }}
      icon={icon}
      look={isQuestion ? 'danger' : 'primary'}
      isPending={progress !== null}
      isDisabled={draft === null || !count}
      onConfirm={() => draft && onStart(draft)}
      onClose={onClose}
    >
      <div className={styles.many}>
        {asked === 'grade' && (
          <Select
            label={t('changes.ask.gradeField')}
            options={[
              toChoose,
              ...grades.map((one) => ({ key: `${one.id}`, text: one.shortcut })),
              { key: NONE, text: t('changes.ask.noGrade') },
            ]}
            value={grade}
            onChange={setGrade}
          />
        )}
        {asked === 'role' && roles.length === 0 && <p>{t('changes.ask.noRoles')}</p>}
        {asked === 'role' && roles.length > 0 && (
          <>
            <SegmentedControl
              label={t('changes.ask.role')}
              segments={[
                { key: 'give', label: t('changes.ask.give') },
                { key: 'take', label: t('changes.ask.take') },
              ]}
              value={isGiven ? 'give' : 'take'}
              onChange={(key) => setGiven(key === 'give')}
            />
            <Select
              label={t('changes.ask.roleField')}
              options={[toChoose, ...roles.map((one) => ({ key: `${one.id}`, text: one.name }))]}
              value={role}
              onChange={setRole}
            />
          </>
        )}
        <div role="status">
          {count === null && draft && !trial.error && <p>{t('changes.ask.counting')}</p>}
          {count !== null && count > 0 && isQuestion && (
            <p>{t(`selection.${asked}Question`, { number: number(count) })}</p>
          )}
          {count !== null && count > 0 && !isQuestion && <p>{t('changes.ask.concerned', { number: number(count) })}</p>}
          {count === 0 && <p>{t('changes.ask.nobody')}</p>}
          {trial.data && trial.data.skipped.length > 0 && (
            <ul className={styles.left}>
              {trial.data.skipped.map(({ reason, count: left }) => (
                <li key={reason}>{t(`changes.left.${reason}`, { number: number(left) })}</li>
              ))}
            </ul>
          )}
        </div>
        <Problem text={trial.error ? t('changes.failed', { reason: toReason(t, trial.error) }) : null} />
      </div>
    </ConfirmDialog>
  );
}

interface Chosen {
  people: AskedPeopleChange['people'];
  grade: string;
  role: string;
  isGiven: boolean;
}

/** What is asked of the server; null: the class or role is not chosen yet. */
function toDraft(asked: Asked, { people, grade, role, isGiven }: Chosen): AskedPeopleChange | null {
  if (asked === 'grade')
    return grade === '' ? null : { kind: 'grade', people, grade_id: grade === NONE ? null : Number(grade) };
  if (asked !== 'role') return { kind: asked, people };
  return role === '' ? null : { kind: isGiven ? 'add_role' : 'take_role', people, role_id: Number(role) };
}
