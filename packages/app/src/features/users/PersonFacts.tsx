import type { ManagedUser } from '@kreide/core/features/users';
import { isAllowed, toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './PersonScreen.module.css';
import { gradesQuery, setGrade } from './people-queries.ts';

const NONE = 'none';

/** What the school knows of an account, and the grade of a pupil. */
export function PersonFacts({ person }: { person: ManagedUser }) {
  const { t, language } = useTranslation('users');
  const { time_zone } = useSelf().school;
  const { username, email, created_at, sessions } = person;
  const day = (instant: string) => writeDate(language, toLocal(new Date(instant), time_zone).date, 'long');
  const facts = [
    [t('person.username'), username],
    [t('person.email'), email ?? t('person.none')],
    [t('person.created'), day(created_at)],
    [
      t('person.sessions'),
      sessions.last_used_at === null
        ? t('person.signedOut')
        : t('person.signedIn', {
            count: sessions.count,
            date: writeMoment(language, new Date(sessions.last_used_at), time_zone, 'medium'),
          }),
    ],
  ] as const;
  return (
    <Card>
      <section className={styles.part} aria-labelledby="person-facts">
        <h2 id="person-facts">{t('person.facts')}</h2>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {person.type === 'STUDENT' && isAllowed(person.can, 'update') && <GradeField person={person} />}
      </section>
    </Card>
  );
}

function GradeField({ person: { id, grade_id } }: { person: ManagedUser }) {
  const { t } = useTranslation('users');
  const grades = useQuery(gradesQuery).data ?? [];
  const change = useMutation(setGrade);
  const put = (key: string) =>
    change.mutate(
      { params: { id: `${id}` }, body: { grade_id: key === NONE ? null : Number(key) } },
      { onSuccess: () => toasts.show('success', t('person.gradeSaved'), { topic: `grade ${id}` }) },
    );
  return (
    <Select
      label={t('person.grade')}
      options={[
        { key: NONE, text: t('person.noGrade') },
        ...grades.map((grade) => ({ key: `${grade.id}`, text: grade.shortcut })),
      ]}
      value={grade_id === null ? NONE : `${grade_id}`}
      onChange={put}
    />
  );
}
