import {
  type Entity,
  type Lesson,
  nameOf,
  type Occurrence,
  partsOf,
  toLessonId,
} from '@kreide/core/features/timetable';
import { useLocation } from 'react-router';
import { usePlanMarks } from '../../kernel/plan-marks.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { ColorPicker } from './ColorPicker.tsx';
import styles from './LessonDialog.module.css';
import { LessonTask } from './LessonTask.tsx';

/** What stands in a plan and does not take place there. */
const NOT_HELD = ['CANCLED', 'MOVED_TO', 'MESSAGE', 'SUPERVISION'];

interface LessonLinksProps {
  occurrence: Occurrence;
  entity: Entity;
  id: string;
}

/** Where one can go on from a lesson: into the class book, and to the plans of others. */
export function LessonLinks(props: LessonLinksProps) {
  return (
    <>
      <Marks {...props} />
      <TaskPart occurrence={props.occurrence} />
      <ClassbookLinks {...props} />
      <CourseParts {...props} />
      <ReportLink {...props} />
      <OtherPlans lesson={props.occurrence.lesson} entity={props.entity} id={props.id} />
    </>
  );
}

/** What features above the timetable mark at a lesson, such as an exam. */
function Marks({ occurrence: { date, lesson }, entity, id }: LessonLinksProps) {
  const Known = usePlanMarks(true);
  const time = { begins_at: lesson.time_begins_at, ends_at: lesson.time_ends_at };
  if (!Known) return null;
  return (
    <div className={styles.marks}>
      <Known entity={entity} id={id} from={date} until={date} time={time} />
    </div>
  );
}

/** The task of a lesson of the weekly plan, also where it is changed or dropped that day; of a double lesson that of the first. */
function TaskPart({ occurrence }: Pick<LessonLinksProps, 'occurrence'>) {
  const [first = occurrence] = partsOf(occurrence);
  const [former] = first.lesson.substituted_lessons;
  const lesson_id = former?.lesson_id ?? first.lesson.lesson_id;
  if (lesson_id === null || first.lesson.kind === 'SUPERVISION') return null;
  return <LessonTask place={{ lesson_id, date: former?.lesson_date ?? first.date }} />;
}

/** From a lesson that one holds, or has by the plan, to its entry in the class book: of a double lesson to both. */
function ClassbookLinks({ occurrence, entity, id }: LessonLinksProps) {
  const { t } = useTranslation('classbook');
  const { teacher_id, permissions, school } = useSelf();
  const { kind, teachers, substituted_lessons } = occurrence.lesson;
  const taking = [...teachers, ...substituted_lessons.flatMap((former) => former.teachers)];
  const isTheirs = taking.some((teacher) => teacher.id === teacher_id);
  if (!isTheirs || !permissions.includes('view-entries') || NOT_HELD.includes(kind ?? '')) return null;
  const parts = partsOf(occurrence);
  return (
    <div className={styles.classbook}>
      {parts.map((part) => {
        const lesson = encodeURIComponent(toLessonId(part, school.time_zone));
        const { hour } = part.lesson;
        return (
          <LinkButton
            key={lesson}
            look="primary"
            icon="edit"
            href={`/timetable/${entity}/${id}/lesson/${lesson}/entry/new/absences`}
          >
            {parts.length > 1 && hour !== null ? t('entry.openHour', { hour }) : t('entry.open')}
          </LinkButton>
        );
      })}
    </div>
  );
}

/** Of a course: who takes it, for those who teach it or plan, and its colour in one's own plan. */
function CourseParts({ occurrence, entity }: LessonLinksProps) {
  const { t } = useTranslation('courses');
  const { teacher_id, permissions } = useSelf();
  const { course, teachers } = occurrence.lesson;
  if (!course) return null;
  const isTheirs = teachers.some((teacher) => teacher.id === teacher_id);
  return (
    <>
      {(isTheirs || permissions.includes('view-timetable-planner')) && (
        <div className={styles.classbook}>
          <LinkButton icon="list" href={`/course-participants/${course.id}`}>
            {t('participants.title')}
          </LinkButton>
        </div>
      )}
      {(entity === 'users' || isTheirs) && <ColorPicker course={course.id} />}
    </>
  );
}

/** From a lesson of one's own plan, or of a child's: something is wrong with it (T-2.41). */
function ReportLink({ occurrence, entity, id }: LessonLinksProps) {
  const { t } = useTranslation('help');
  const self = useSelf();
  const isTheirs = self.type === 'STUDENT' ? id === `${self.id}` : self.childs.some((child) => `${child.id}` === id);
  if (entity !== 'users' || !isTheirs) return null;
  const lesson = encodeURIComponent(toLessonId(occurrence, self.school.time_zone));
  return (
    <div className={styles.classbook}>
      <LinkButton look="quiet" icon="help" href={`/feedback/dialog/${id}/start/${lesson}`}>
        {t('dialog.link')}
      </LinkButton>
    </div>
  );
}

/** Links to the plans of everybody who takes part. */
function OtherPlans({ lesson, entity, id }: { lesson: Lesson; entity: Entity; id: string }) {
  const { t } = useTranslation('timetable');
  const { search } = useLocation();
  const self = useSelf();
  if (!self.permissions.includes('view-timetable-all')) return null;
  const query = new URLSearchParams(search);
  query.set('showBackButton', '1');
  const others = (['grades', 'teachers', 'bookables'] as const)
    .flatMap((kind) => lesson[kind].map((unit) => ({ kind, unit })))
    .filter(({ kind, unit }) => kind !== entity || String(unit.id) !== id);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('otherPlans')} className={styles.others}>
      {others.map(({ kind, unit }) => (
        <LinkButton key={`${kind}${unit.id}`} icon="timetable" href={`/timetable/${kind}/${unit.id}?${query}`}>
          {t('planOf', { name: kind === 'teachers' ? nameOf(unit) : unit.shortcut })}
        </LinkButton>
      ))}
    </nav>
  );
}
