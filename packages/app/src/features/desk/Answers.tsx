import { DECISION_COMMENT_MAXIMUM, type DeskDay, type DeskLesson } from '@kreide/core/features/desk';
import type { Unit } from '@kreide/core/features/structure';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Desk.module.css';
import type { Words } from './written-words.ts';

/** Answers beside people (D-8.12); KEEP saves room and text of what is decided already. */
export type Answer = 'KEEP' | 'CANCLED' | 'ALONE' | 'EVENT' | 'MESSAGE' | 'NONE';

interface AnswersProps {
  day: DeskDay;
  lesson: DeskLesson;
  words: Words;
  /** Those of the lesson that are there, and those that nobody has. */
  rooms: readonly Unit[];
  onWords: (words: Words) => void;
  onAnswer: (answer: Answer) => void;
  onMove: (target: { date: string; hour: string }) => void;
}

/** Text and room of a lesson, and what can become of it without anybody in its teacher's place. */
export function Answers({ day, lesson, words, rooms, onWords, onAnswer, onMove }: AnswersProps) {
  const { t } = useTranslation('desk');
  const [date, setDate] = useState(day.date);
  const [hour, setHour] = useState(lesson.hour ?? day.periods[0]?.hour ?? '');
  const unique = [...new Map(rooms.map((room) => [room.id, room])).values()];
  const answers: readonly (readonly [Answer, string])[] = [
    ['CANCLED', t('drop')],
    ['ALONE', t('alone')],
    ['EVENT', t('event')],
    ['MESSAGE', t('message')],
    ...(lesson.decision ? [['NONE', t('reset')] as const] : []),
  ];
  return (
    <>
      <h3>{t('answers')}</h3>
      <TextField
        label={t('text')}
        lines={2}
        maxLength={DECISION_COMMENT_MAXIMUM}
        value={words.comment}
        onChange={(comment) => onWords({ ...words, comment })}
      />
      <div className={styles.bar}>
        <Select
          label={t('room')}
          value={`${words.bookableId ?? 0}`}
          options={[
            { key: '0', text: t('noRoom') },
            ...unique.map(({ id, shortcut }) => ({ key: `${id}`, text: shortcut })),
          ]}
          onChange={(key) => onWords({ ...words, bookableId: key === '0' ? null : Number(key) })}
        />
        <Button onPress={() => onAnswer('KEEP')}>{t('keep')}</Button>
      </div>
      <div className={styles.bar}>
        {answers.map(([answer, text]) => (
          <Button key={answer} onPress={() => onAnswer(answer)}>
            {text}
          </Button>
        ))}
      </div>
      <div className={styles.bar}>
        <DatePicker label={t('moveDay')} value={date} fallback={day.date} onChange={setDate} />
        <Select
          label={t('moveHour')}
          value={hour}
          options={day.periods.map((one) => ({ key: one.hour, text: t('period', { hour: one.hour }) }))}
          onChange={setHour}
        />
        <Button onPress={() => onMove({ date, hour })}>{t('move')}</Button>
      </div>
    </>
  );
}
