import { chosenIds } from '@kreide/core/features/courses';
import type { AvailableCourse } from '@kreide/core/features/structure';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queries } from '../../kernel/query.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Courses.module.css';
import { availableQuery, saveSelection } from './courses-queries.ts';
import { useDraft } from './draft.ts';
import { useSteps } from './use-steps.ts';

/** `/course-selection/last-check`: what is going to be saved, once more (T-2.38). Leaving it by its button saves (T-2.40). */
export function CheckScreen() {
  const { t } = useTranslation(['courses', 'errors']);
  const navigate = useNavigate();
  const { steps, isChoosing } = useSteps();
  const { draft, begin } = useDraft();
  const save = useMutation(saveSelection);
  if (!isChoosing || !draft) return <Redirect to="/course-selection/start" />;
  if (!steps) return <Skeleton type="list" label={t('loading')} />;
  const all = [...steps.steps.flatMap(({ courses }) => courses), ...steps.singles];
  const { user_id, former } = draft;

  function store() {
    const course_ids = all.filter(({ id }) => draft?.chosen.has(id)).map(({ id }) => id);
    save.mutate(
      { params: { id: `${user_id}` }, body: { course_ids, former_ids: [...former] } },
      {
        onSuccess: () => navigate(`/course-selection/finished?user=${user_id}`, { replace: true }),
        onError: async (error) => {
          if (error.code !== 'conflict' && error.code !== 'course_unavailable')
            return toasts.show('error', t('failed', { reason: toReason(t, error) }));
          // What others have chosen meanwhile is shown, not written over.
          const newest = await queries.fetchQuery({ ...availableQuery(user_id), staleTime: 0 });
          begin(user_id, chosenIds(newest));
          return toasts.show('error', t('meanwhile'));
        },
      },
    );
  }

  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.screen}>
          <h2>{t('check')}</h2>
          <Courses title={t('taken')} courses={all.filter(({ id }) => draft.chosen.has(id))} />
          <Courses title={t('notTaken')} courses={all.filter(({ id }) => !draft.chosen.has(id))} />
          <div className={styles.buttons}>
            <LinkButton href="/course-selection/single-lessons">{t('back')}</LinkButton>
            <Button look="primary" isPending={save.isPending} onPress={store}>
              {t('save')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}

function Courses({ title, courses }: { title: string; courses: readonly AvailableCourse[] }) {
  const { t } = useTranslation('courses');
  return (
    <section>
      <h3>{title}</h3>
      {courses.length === 0 ? (
        <p className={styles.muted}>{t('none')}</p>
      ) : (
        <ul aria-label={title}>
          {courses.map(({ id, name, shortcut, subject }) => (
            <li key={id}>{[subject?.name ?? subject?.shortcut, name ?? shortcut].filter(Boolean).join(': ')}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
