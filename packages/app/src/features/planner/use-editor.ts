import {
  bestPlaces,
  type Clash,
  copyLesson,
  type Demand,
  EDITS_MAXIMUM,
  type EditorState,
  type EditsDone,
  type Hindrance,
  hoursAWeek,
  isOpenPlace,
  isSameDemand,
  isSoft,
  joinLesson,
  type LessonChanges,
  type Place,
  type PlaceChoice,
  type PlannedLesson,
  placeOf,
  placesOf,
  plannerApi,
  splitLesson,
} from '@kreide/core/features/planner';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { invalidateQueries } from '../../kernel/data.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { popEdits, pushEdits, redoEdits, showEdits } from './planner-queries.ts';
import { useOthers } from './use-others.ts';
import { usePlaceWords } from './use-words.ts';
import { type Named, nameLesson, shortcuts, toUnits } from './week.ts';

const UNITS_OF = { teacher: 'teachers', bookable: 'bookables', grade: 'grades', course: 'courses' } as const;

export type Editor = ReturnType<typeof useEditor>;

/** The editor of a version: which lesson is chosen, where it could be, and what moves it. */
export function useEditor(state: EditorState) {
  const { t } = useTranslation('planner');
  const toPlaceWords = usePlaceWords();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isDragged, setDragged] = useState(false);
  const dragged = useRef<PlannedLesson | null>(null);
  const push = useMutation(pushEdits);
  const pop = useMutation(popEdits);
  const again = useMutation(redoEdits);
  const units = useMemo(() => toUnits(state), [state]);
  const chosen = state.lessons.find(({ lesson_id }) => lesson_id === chosenId) ?? null;
  const findPlaces = (lesson: PlannedLesson) => placesOf(lesson, { ...state, courses: units.courses });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places follow from the lesson and the state
  const places = useMemo(() => (chosen ? findPlaces(chosen) : []), [chosen, state]);

  const nameOf = (lesson: Named) => nameLesson(lesson, units);
  const others = useOthers(state, { dragged, nameOf });
  const sayClash = (clash: Clash) => {
    if (clash.reason !== 'capacity') {
      const { reason, id, lesson } = clash;
      const name = units[UNITS_OF[reason]].get(id)?.shortcut ?? '';
      return t(`editor.clash.${reason}`, { name, lesson: nameOf(lesson) });
    }
    const { room_ids, places, pupils } = clash;
    return t('editor.clash.capacity', { name: shortcuts(room_ids, units.bookables), places, pupils });
  };
  const sayHindrance = ({ reason, entity, id, hour, count, most }: Hindrance, weekday: number) => {
    const unit = units[entity].get(id);
    const name = (entity === 'teachers' && unit?.name) || unit?.shortcut || '';
    if (reason === 'wanted') return [];
    if (reason === 'long_day' || reason === 'no_free_day')
      return [t(`editor.hindrance.${reason}`, { name, count, most })];
    const place = toPlaceWords(hour === null ? null : { weekday, hour });
    const isRoom = reason === 'away' && entity === 'bookables';
    const isBad = reason === 'unwanted' && count < -1;
    return [t(`editor.hindrance.${isRoom ? 'room' : isBad ? 'badly' : reason}`, { name, place })];
  };
  const sayHindrances = ({ weekday, hindrances }: PlaceChoice) =>
    hindrances
      .toSorted((one, other) => Number(isSoft(one)) - Number(isSoft(other)))
      .flatMap((one) => sayHindrance(one, weekday));
  /** What a time is for the chosen lesson, in words. */
  const sayPlace = (place: PlaceChoice) => {
    const reasons = [...place.clashes.map(sayClash), ...sayHindrances(place)];
    const head = place.is_here ? t('editor.here') : t('editor.free');
    return [...new Set(isOpenPlace(place) ? [head, ...reasons] : reasons)].join('; ');
  };
  const failed = (error: ApiError) => {
    toasts.show('error', toSaid(error));
    // What somebody else has changed is shown before it can be tried again.
    void invalidateQueries(plannerApi.getCurrent);
  };

  /** Shows what was done; fetches what others did before it. */
  const show = (done: EditsDone) => {
    if (!showEdits(done)) void invalidateQueries(plannerApi.getCurrent);
  };

  /** Sends what is done with lessons; `told` says it when it is done. */
  function send(changes: LessonChanges, told: (done: EditsDone) => void): void {
    if (push.isPending) return;
    push.mutate(
      { body: { version_uuid: state.version.uuid, ...changes } },
      {
        onError: failed,
        onSuccess: (done) => {
          show(done);
          setChosenId(null);
          told(done);
        },
      },
    );
  }
  /** Says what was done with a lesson, and what is in its way where it is. */
  function say(lesson: PlannedLesson, text: string): void {
    const taken = findPlaces(lesson).find(({ is_here }) => is_here);
    if (taken && !isOpenPlace(taken)) toasts.show('warning', `${text}. ${sayPlace(taken)}`);
    else toasts.show('success', text);
  }
  const back = (step: typeof pop, text: string) => {
    if (step.isPending) return;
    step.mutate(
      { body: { version_uuid: state.version.uuid } },
      {
        onError: failed,
        onSuccess: (done) => {
          show(done);
          setChosenId(null);
          toasts.show('success', text);
        },
      },
    );
  };

  return {
    units,
    chosen,
    places,
    nameOf,
    sayPlace,
    /** The chosen lesson hangs on the pointer: nothing may move below it. */
    isDragged: isDragged && chosen !== null,
    choose(lesson: PlannedLesson | null) {
      dragged.current = null;
      setChosenId(lesson?.lesson_id ?? null);
      setDragged(false);
      others.catchUp();
    },
    /** The element must stay as it is until the browser has taken its picture; a quick drop comes before all is drawn. */
    drag(lesson: PlannedLesson) {
      dragged.current = lesson;
      setTimeout(() => {
        if (dragged.current !== lesson) return;
        setChosenId(lesson.lesson_id);
        setDragged(true);
      });
    },
    /** Leaves the dragged lesson at a time, where the day has it. */
    drop({ weekday, hour }: Place) {
      const lesson = dragged.current;
      const place = lesson && findPlaces(lesson).find((one) => one.weekday === weekday && one.hour === hour);
      if (place && !place.is_here) this.move(lesson, place);
    },
    bestOf: (lesson: PlannedLesson) => bestPlaces(lesson, state.lessons, findPlaces(lesson)),
    /** Gives a lesson another time, or none; what is in its way there is told, not forbidden. */
    move(lesson: PlannedLesson, place: Place | null) {
      const { lesson_id, version } = lesson;
      const at = place && { weekday: place.weekday, hour: place.hour };
      send({ edits: [{ lesson_id, version, place: at }] }, ({ lessons }) =>
        say(lessons[0] ?? lesson, t('editor.moved', { lesson: nameOf(lesson), place: toPlaceWords(place) })),
      );
    },
    /** Shows and says what a form has saved. */
    saved(done: EditsDone, isNew: boolean) {
      show(done);
      setChosenId(null);
      const [lesson] = done.lessons;
      if (!lesson) return;
      const name = nameOf(lesson);
      const place = toPlaceWords(placeOf(lesson));
      say(lesson, isNew ? t('editor.added', { lesson: name, place }) : t('editor.edited', { lesson: name }));
    },
    remove({ lesson_id, version, ...lesson }: PlannedLesson) {
      const name = nameOf(lesson);
      send({ removed: [{ lesson_id, version }] }, () => toasts.show('success', t('editor.removed', { lesson: name })));
    },
    /** A pinned lesson stays where it is when a plan is computed. */
    pin(lesson: PlannedLesson) {
      const { lesson_id, version, is_pinned } = lesson;
      send({ edits: [{ lesson_id, version, is_pinned: !is_pinned }] }, () =>
        toasts.show('success', t(is_pinned ? 'editor.unpinned' : 'editor.pinned', { lesson: nameOf(lesson) })),
      );
    },
    /** What is wished whole may become two when a plan is computed: all lessons of several periods of the same demand. */
    setDivisible(lesson: PlannedLesson) {
      const is_divisible = !lesson.is_divisible;
      const alike = state.lessons.filter((one) => one.length > 1 && isSameDemand(one, lesson)).slice(0, EDITS_MAXIMUM);
      const edits = alike.map(({ lesson_id, version }) => ({ lesson_id, version, is_divisible }));
      send({ edits }, () =>
        toasts.show(
          'success',
          t(is_divisible ? 'editor.madeDivisible' : 'editor.madeWhole', { lesson: nameOf(lesson) }),
        ),
      );
    },
    copy(lesson: PlannedLesson) {
      send(copyLesson(lesson), () => toasts.show('success', t('editor.copied', { lesson: nameOf(lesson) })));
    },
    /** Puts a lesson as long as the first open block into the tray. */
    take({ blocks, ...demand }: Demand) {
      const added = [{ ...demand, length: blocks[0] ?? 1, place: null }];
      send({ added }, () =>
        toasts.show('success', t('editor.added', { lesson: nameOf(demand), place: toPlaceWords(null) })),
      );
    },
    split(lesson: PlannedLesson) {
      const parts = splitLesson(lesson, state.periods);
      if (parts) send(parts, () => toasts.show('success', t('editor.divided', { lesson: nameOf(lesson) })));
    },
    canJoin: (lesson: PlannedLesson) => joinLesson(lesson, state.lessons, state.periods) !== null,
    join(lesson: PlannedLesson) {
      const whole = joinLesson(lesson, state.lessons, state.periods);
      if (whole)
        send(whole, ({ lessons }) => say(lessons[0] ?? lesson, t('editor.joined', { lesson: nameOf(lesson) })));
    },
    /** What stands in the way of a lesson that is not saved yet, at its time, in words. */
    sayClashes(lesson: PlannedLesson): string | null {
      const taken = findPlaces(lesson).find(({ is_here }) => is_here);
      return taken && !isOpenPlace(taken) ? sayPlace(taken) : null;
    },
    /** How many periods a teacher has in the fullest week, beside what the contract and the master data say. */
    sayLoad(teacherId: number): string | null {
      const teacher = state.teachers.find(({ id }) => id === teacherId);
      if (!teacher) return null;
      const hours = hoursAWeek(state.lessons.filter(({ teacher_ids }) => teacher_ids.includes(teacherId)));
      const { contract_hours: contract, most_a_week: most } = teacher;
      const load = contract === null ? t('editor.load', { hours }) : t('editor.loadOf', { hours, contract });
      return most !== null && hours > most ? `${load}. ${t('editor.overWeek', { most })}` : load;
    },
    undo: () => back(pop, t('editor.undone')),
    redo: () => back(again, t('editor.redone')),
  };
}
