import type { AvailableCourse } from '@kreide/core/features/structure';
import { useNavigate, useParams } from 'react-router';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Courses.module.css';
import { useDraft } from './draft.ts';
import { useSteps } from './use-steps.ts';

const START = '/course-selection/start';
const SINGLES = '/course-selection/single-lessons';
const stepAt = (number: number) => `/course-selection/step/${number}`;

/** `/course-selection/step/:i`: the courses of one subject (T-2.36). A number that there is not leads to where there is one. */
export function StepScreen() {
  const { i = '' } = useParams();
  const { steps, isChoosing } = useSteps();
  const { t } = useTranslation('courses');
  if (!isChoosing) return <Redirect to={START} />;
  if (!steps) return <Skeleton type="list" label={t('loading')} />;
  const number = /^[1-9]\d{0,3}$/.test(i) ? Number(i) : 0;
  const step = steps.steps[number - 1];
  const count = steps.steps.length + 1;
  if (!step) return <Redirect to={number === 0 && count > 1 ? stepAt(1) : SINGLES} />;
  return (
    <Choosing
      key={number}
      title={step.subject.name ?? step.subject.shortcut}
      about={t('stepOf', { step: number, count })}
      courses={step.courses}
      back={number === 1 ? START : stepAt(number - 1)}
      next={number === steps.steps.length ? SINGLES : stepAt(number + 1)}
    />
  );
}

/** `/course-selection/single-lessons`: the courses that are alone in their subject (T-2.37). */
export function SinglesScreen() {
  const { steps, isChoosing } = useSteps();
  const { t } = useTranslation('courses');
  if (!isChoosing) return <Redirect to={START} />;
  if (!steps) return <Skeleton type="list" label={t('loading')} />;
  const count = steps.steps.length + 1;
  return (
    <Choosing
      title={t('singles')}
      about={t('stepOf', { step: count, count })}
      courses={steps.singles}
      back={count === 1 ? START : stepAt(count - 1)}
      next="/course-selection/last-check"
    />
  );
}

interface ChoosingProps {
  title: string;
  about: string;
  courses: readonly AvailableCourse[];
  back: string;
  next: string;
}

function Choosing({ title, about, courses, back, next }: ChoosingProps) {
  const { t } = useTranslation('courses');
  const navigate = useNavigate();
  const { draft, toggle } = useDraft();
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.screen}>
          <div>
            <p className={styles.muted}>{about}</p>
            <h2>{title}</h2>
          </div>
          {courses.length === 0 && <p>{t('noSingles')}</p>}
          <ul className={styles.list}>
            {courses.map(({ id, shortcut, name, type, teachers, enrolment }) => (
              <li key={id}>
                <Checkbox
                  isSelected={draft?.chosen.has(id) === true}
                  isDisabled={enrolment?.is_fixed === true}
                  onChange={() => toggle(id)}
                >
                  <span className={styles.words}>
                    <span>{name ?? shortcut}</span>
                    <span className={styles.muted}>
                      {[
                        type,
                        ...teachers.map((teacher) => teacher.name ?? teacher.shortcut),
                        enrolment?.is_fixed && t('fixed'),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
          <div className={styles.buttons}>
            <LinkButton href={back}>{t('back')}</LinkButton>
            <Button look="primary" onPress={() => navigate(next)}>
              {t('next')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}
