import { type Entity, presentLesson, roomsText } from '@kreide/core/features/timetable';
import type { LocalTime } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useDaysAhead } from '../timetable/index.ts';
import styles from './PersonSwitch.module.css';

interface Person {
  id: number;
  name: string | null;
  entity: Entity;
  planId: number;
}

interface PersonSwitchProps {
  people: readonly Person[];
  /** Id of the one who is shown. */
  value: number;
  now: LocalTime;
  onChange: (id: number) => void;
}

/** Whose day is shown where there is room for one only; each with the lesson that is on, so that both are seen at once. */
export function PersonSwitch({ people, value, now, onChange }: PersonSwitchProps) {
  const { t } = useTranslation('start');
  return (
    <fieldset className={styles.switch}>
      <legend>{t('whose')}</legend>
      {people.map((person) => (
        <PersonButton
          key={person.id}
          person={person}
          isShown={person.id === value}
          now={now}
          onPress={() => onChange(person.id)}
        />
      ))}
    </fieldset>
  );
}

interface PersonButtonProps {
  person: Person;
  isShown: boolean;
  now: LocalTime;
  onPress: () => void;
}

function PersonButton({ person, isShown, now, onPress }: PersonButtonProps) {
  const { id, name, entity, planId } = person;
  const { ahead } = useDaysAhead(entity, String(planId), now);
  const shown = ahead && (presentLesson(ahead.day, now) ?? ahead.next);
  return (
    <button type="button" className={styles.person} aria-pressed={isShown} onClick={onPress}>
      <Avatar id={id} name={[name ?? '']} />
      <span className={styles.words}>
        <b>{name}</b>
        <span>{shown ? [shown.lesson.meta.shortname, roomsText(shown.lesson)].filter(Boolean).join(' · ') : '–'}</span>
      </span>
    </button>
  );
}
