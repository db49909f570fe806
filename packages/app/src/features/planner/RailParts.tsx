import { type EditorState, RAIL_WHENS, type RailPart, type RailWhen } from '@kreide/core/features/planner';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Proposal.module.css';

interface RailPartsProps {
  courses: EditorState['courses'];
  /** As somebody has said. */
  parts: readonly RailPart[];
  /** As the lessons of the version say besides. */
  known: readonly RailPart[];
  onPart: (courseId: number, when: RailWhen) => void;
  secondHalf: string;
  onSecondHalf: (date: string) => void;
  problem: string | undefined;
  halfProblem: string | undefined;
}

/** Courses that run in a half of the year or every second week: two of them share a rail (D-8.18). */
export function RailParts({ courses, parts, known, onPart, secondHalf, onSecondHalf, ...problems }: RailPartsProps) {
  const { t } = useTranslation('planner');
  const all = [...parts, ...known.filter(({ course_id }) => !parts.some((one) => one.course_id === course_id))];
  const whenOf = new Map(all.map(({ course_id, when }) => [course_id, when]));
  const listed = courses.filter(({ id }) => whenOf.has(id));
  const others = courses.filter(({ id }) => !whenOf.has(id));
  if (courses.length === 0) return null;
  const hasHalves = all.some(({ when }) => when === 'FIRST' || when === 'SECOND');
  return (
    <fieldset className={styles.choice}>
      <legend>{t('rails.parts')}</legend>
      <p className={styles.muted}>{t('rails.partsAbout')}</p>
      <ul className={styles.weights}>
        {listed.map(({ id, shortcut }) => (
          <li key={id}>
            <Select
              label={t('rails.partOf', { name: shortcut })}
              value={whenOf.get(id) ?? 'WHOLE'}
              options={RAIL_WHENS.map((key) => ({ key, text: t(`rails.whens.${key}`) }))}
              onChange={(when) => onPart(id, when)}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Select
          label={t('rails.partCourse')}
          value=""
          options={[
            { key: '', text: t('lessonForm.choose') },
            ...others.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
          ]}
          onChange={(key) => key !== '' && onPart(Number(key), 'FIRST')}
        />
      )}
      {hasHalves && (
        <DatePicker
          label={t('rails.secondHalf')}
          value={secondHalf}
          fallback={secondHalf}
          onChange={onSecondHalf}
          errorMessage={problems.halfProblem}
        />
      )}
      <Problem text={problems.problem ?? null} />
    </fieldset>
  );
}
