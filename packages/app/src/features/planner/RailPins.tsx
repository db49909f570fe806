import type { EditorState, RailPin } from '@kreide/core/features/planner';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Proposal.module.css';

/** Pins a course to a rail; null: it may be on any again. */
export type OnPin = (courseId: number, rail: number | null) => void;

interface RailPinsProps {
  courses: EditorState['courses'];
  /** How many there are. */
  rails: number;
  pins: readonly RailPin[];
  onPin: OnPin;
  problem: string | undefined;
}

/** Courses that stay on a rail, whatever the search does (D-8.18). */
export function RailPins({ courses, rails, pins, onPin, problem }: RailPinsProps) {
  const { t } = useTranslation('planner');
  const nameOf = (id: number) => courses.find((one) => one.id === id)?.shortcut;
  const others = courses.filter(({ id }) => !pins.some(({ course_id }) => course_id === id));
  const numbers = Array.from({ length: rails }, (_, at) => ({
    key: `${at + 1}`,
    text: t('rails.railNumber', { rail: at + 1 }),
  }));
  if (pins.length === 0 && others.length === 0) return null;
  return (
    <fieldset className={styles.choice}>
      <legend>{t('rails.pins')}</legend>
      <ul className={styles.weights}>
        {pins.flatMap(({ course_id, rail }) => {
          const name = nameOf(course_id);
          return name === undefined
            ? []
            : [
                <li key={course_id}>
                  <Select
                    label={t('rails.pinned', { name })}
                    value={`${rail}`}
                    options={numbers}
                    onChange={(key) => onPin(course_id, Number(key))}
                  />
                  <Button look="quiet" icon="close" onPress={() => onPin(course_id, null)}>
                    {t('rails.unpin', { name })}
                  </Button>
                </li>,
              ];
        })}
      </ul>
      {others.length > 0 && (
        <Select
          label={t('rails.pinCourse')}
          value=""
          options={[
            { key: '', text: t('lessonForm.choose') },
            ...others.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
          ]}
          onChange={(key) => key !== '' && onPin(Number(key), 1)}
        />
      )}
      <Problem text={problem ?? null} />
    </fieldset>
  );
}
