import {
  type EditorState,
  isOpenPlace,
  isOpenTime,
  type PlaceChoice,
  type PlannedLesson,
} from '@kreide/core/features/planner';
import { weekdayNames } from '@kreide/core/kernel';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import styles from './Editor.module.css';
import { goOn } from './grid-keys.ts';
import type { Editor } from './use-editor.ts';
import { usePlaceWords } from './use-words.ts';
import { describeLesson, type Edited, hoursOf, rowsOf } from './week.ts';

interface WeekTableProps {
  state: EditorState;
  editor: Editor;
  entity: Edited;
  /** Of the one whose week it is. */
  lessons: readonly PlannedLesson[];
  name: string;
}

/** A week as a table of periods and days: lessons can be chosen, dragged and, with the keyboard alone, moved. */
export function WeekTable({ state, editor, entity, lessons, name }: WeekTableProps) {
  const { t, language } = useTranslation('planner');
  const table = useRef<HTMLTableElement>(null);
  const names = weekdayNames(language, 'long');
  const days = Array.from({ length: state.days }, (_, index) => index + 1);
  const cells = Map.groupBy(
    lessons.flatMap((lesson) =>
      hoursOf(state, lesson).map((hour, index) => ({ key: `${lesson.weekday}|${hour}`, lesson, isFirst: index === 0 })),
    ),
    ({ key }) => key,
  );
  const toWords = usePlaceWords();
  const [over, setOver] = useState<PlaceChoice | null>(null);
  const places = new Map(editor.places.map((place) => [`${place.weekday}|${place.hour}`, place]));

  // Whoever moved a lesson with the keyboard goes on from where it is now.
  const last = useRef<number | null>(null);
  const chosenId = editor.chosen?.lesson_id ?? null;
  useEffect(() => {
    if (chosenId === null && last.current !== null && !document.activeElement?.matches('button, select, a'))
      table.current?.querySelector<HTMLElement>(`[data-lesson="${last.current}"]`)?.focus();
    last.current = chosenId;
  }, [chosenId]);

  // Nor is it lost by what somebody else moves.
  const focused = useRef<string | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is lost when other lessons are drawn
  useEffect(() => {
    if (focused.current && document.activeElement === document.body)
      table.current?.querySelector<HTMLElement>(`[data-lesson="${focused.current}"]`)?.focus({ preventScroll: true });
  }, [lessons]);

  return (
    <div className={styles.scroll}>
      <table
        ref={table}
        className={styles.week}
        aria-label={t('editor.grid', { name })}
        onKeyDown={goOn}
        onFocus={({ target }) => {
          focused.current = target.dataset.lesson;
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget) focused.current = undefined;
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('editor.period')}</th>
            {days.map((weekday) => (
              <th key={weekday} scope="col">
                {names[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(state).map(({ hour, begins_at }) => (
            <tr key={hour}>
              <th scope="row">
                {hour} <span className={styles.muted}>{begins_at}</span>
              </th>
              {days.map((weekday) => (
                <Cell
                  key={weekday}
                  weekday={weekday}
                  hour={hour}
                  editor={editor}
                  entity={entity}
                  lessons={cells.get(`${weekday}|${hour}`) ?? []}
                  place={places.get(`${weekday}|${hour}`)}
                  toWords={toWords}
                  onOver={setOver}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {editor.isDragged && over && (
        <p className={styles.over}>
          {toWords(over)}: {editor.sayPlace(over)}
        </p>
      )}
    </div>
  );
}

interface CellProps {
  weekday: number;
  hour: string;
  editor: Editor;
  entity: Edited;
  lessons: readonly { lesson: PlannedLesson; isFirst: boolean }[];
  /** What this time is for the chosen lesson. */
  place: PlaceChoice | undefined;
  toWords: ReturnType<typeof usePlaceWords>;
  /** The dragged lesson is above it. */
  onOver: (place: PlaceChoice | null) => void;
}

function Cell({ weekday, hour, editor, entity, lessons, place, toWords, onOver }: CellProps) {
  const { chosen } = editor;
  const look = place && (isOpenPlace(place) ? styles.free : isOpenTime(place) ? styles.tight : styles.taken);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    editor.drop({ weekday, hour });
  };
  return (
    <td
      className={classes(look)}
      onDragEnter={() => onOver(place ?? null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {lessons.map(({ lesson, isFirst }) =>
        isFirst ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: dragged by pointer; the button inside is for all other ways
          <div
            key={lesson.lesson_id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              // Without data some browsers drag nothing.
              event.dataTransfer.setData('text/plain', editor.nameOf(lesson));
              editor.drag(lesson);
            }}
            onDragEnd={() => editor.choose(null)}
          >
            <button
              type="button"
              data-lesson={lesson.lesson_id}
              className={styles.lesson}
              aria-pressed={chosen === lesson}
              onClick={() => editor.choose(chosen === lesson ? null : lesson)}
            >
              <b>{editor.nameOf(lesson)}</b>
              <span>{describeLesson(lesson, entity, editor.units)}</span>
            </button>
          </div>
        ) : (
          <span key={lesson.lesson_id} className={styles.goesOn}>
            {editor.nameOf(lesson)}
          </span>
        ),
      )}
      {chosen && place && !place.is_here && !editor.isDragged && (
        <button
          type="button"
          data-place
          className={styles.place}
          aria-label={`${toWords(place)}: ${editor.sayPlace(place)}`}
          onClick={() => editor.move(chosen, place)}
        >
          {editor.sayPlace(place)}
        </button>
      )}
    </td>
  );
}
