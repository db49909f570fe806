import {
  type ClassbookEntry,
  classbookApi,
  isRollOpen,
  type MarkKind,
  type Roll,
  type RollBody,
  type RollUser,
  withMarks,
  withPresets,
} from '@kreide/core/features/classbook';
import { type ApiError, toLocal } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useMinute } from '../../kernel/clock.ts';
import { invalidateQueries, queryOf, queuedMutationOf, updateQueries } from '../../kernel/data.ts';
import { serverTime } from '../../kernel/device-clock.ts';
import { unsent } from '../../kernel/outbox.ts';
import type { OutboxEntry } from '../../kernel/outbox-entry.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { TOUCHED_BY_MARKS } from './book.ts';
import { rollOf, rollsQuery } from './roll-query.ts';

/** The pressed mark beside a pupil; null: they are there. */
export interface MarkWish {
  readonly kind: MarkKind | null;
  /** How late. */
  readonly minutes?: number;
}

/** A lesson whose roll is called: with its entry, if it has one. */
export type LessonOfRoll = Pick<ClassbookEntry, 'classbook_id' | 'lesson_uuid' | 'date' | 'teachers'> & {
  readonly entry: Pick<ClassbookEntry, 'id' | 'roll_taken_at'> | null;
};

/** What of a roll still waits on this device, in the order of pressing. */
const waitingOf = (entries: readonly OutboxEntry[], { lesson_uuid, date }: LessonOfRoll) =>
  entries.filter(({ path, args }) => {
    const params = args.params as { lessonUuid?: string; date?: string } | undefined;
    return path === classbookApi.saveRoll.path && params?.lessonUuid === lesson_uuid && params.date === date;
  });

const bodyOf = ({ args }: OutboxEntry) => args.body as RollBody;

/**
 * Who takes part in a lesson, and how they are marked. A mark is shown at once, lies on the device before it is sent, and goes as soon as
 * there is a network; what the server refuses says so beside the pupil.
 */
export function useRoll(lesson: LessonOfRoll) {
  const { t } = useTranslation(['classbook', 'errors']);
  const { teacher_id, school, displayname } = useSelf();
  const minute = useMinute();
  const entries = useStore(unsent, (state) => state.entries);
  const { classbook_id, lesson_uuid, date, entry } = lesson;
  const today = toLocal(new Date(serverTime(minute)), school.time_zone).date;
  const holds = teacher_id !== null && lesson.teachers.some(({ id }) => id === teacher_id);
  const rolls = useQuery({ ...rollsQuery(classbook_id, date, today), enabled: holds });
  const params = { id: String(classbook_id), entryId: String(entry?.id ?? 0) };
  const others = useQuery({
    ...queryOf(classbookApi.listEntryUsers, { params }, { staleTime: 0 }),
    enabled: !holds && entry !== null,
  });
  const waiting = waitingOf(entries, lesson);
  const found = rollOf(rolls.data, lesson_uuid);
  const roll =
    found &&
    waiting.filter(({ refusal }) => !refusal).reduce((now, one) => withMarks(now, bodyOf(one), displayname), found);
  const address = { id: String(classbook_id), lessonUuid: lesson_uuid, date };
  const save = useMutation({
    ...queuedMutationOf(classbookApi.saveRoll, {
      isSafe: true,
      touches: [classbookApi.listRolls, ...TOUCHED_BY_MARKS],
      about: ({ body }) => {
        const [first] = body.marks;
        const name = roll?.users.find(({ id }) => id === first?.user_id)?.meta.displayname;
        const what = roll?.name ?? '';
        return name ? t('entry.aboutMark', { name, lesson: what }) : t('entry.aboutRoll', { lesson: what });
      },
      echo: ({ body }) =>
        updateQueries(classbookApi.listRolls, (all) =>
          all.map((one) =>
            one.lesson_uuid === lesson_uuid && one.date === date ? withMarks(one, body, displayname) : one,
          ),
        ),
    }),
  });
  const refused = waiting.filter(({ refusal }) => refusal !== null).length;
  // What was refused is not so after all.
  useEffect(() => {
    if (refused > 0) void invalidateQueries(classbookApi.listRolls);
  }, [refused]);
  const isTaken = roll ? roll.roll_taken_at !== null : (entry?.roll_taken_at ?? null) !== null;
  // Only of a device that keeps nothing: a private window, a full disk.
  const onError = (error: ApiError) =>
    toasts.show('error', t('entry.markFailed', { reason: toReason(t, error) }), { topic: 'classbook roll' });
  const send = (users: readonly RollUser[], marks: RollBody['marks']) =>
    save.mutate(
      {
        params: address,
        body: { marked_at: new Date(serverTime()).toISOString(), marks: withPresets(users, isTaken, marks) },
      },
      { onError },
    );
  const isPending = ({ id }: { id: number }) =>
    waiting.some((one) => !one.refusal && bodyOf(one).marks.some(({ user_id }) => user_id === id));
  const refusalOf = ({ id }: { id: number }) =>
    waiting.findLast((one) => one.refusal && bodyOf(one).marks.some(({ user_id }) => user_id === id))?.refusal ?? null;
  const query: { data: readonly RollUser[] | undefined } & Pick<typeof rolls, 'error' | 'isFetching' | 'refetch'> =
    holds
      ? { data: roll?.users, error: rolls.error, isFetching: rolls.isFetching, refetch: rolls.refetch }
      : {
          data: others.data?.map(({ mark, ...user }) => ({
            ...user,
            mark: mark && { ...mark, by: null, other: null },
          })),
          error: others.error,
          isFetching: others.isFetching,
          refetch: others.refetch as never,
        };
  return {
    query,
    roll: roll as Roll | undefined,
    isTaken,
    takenAt: roll?.roll_taken_at ?? entry?.roll_taken_at ?? null,
    /** The own lesson, and late enough. */
    canMark: holds && roll !== undefined && isRollOpen(roll.begins_at, new Date(serverTime(minute))),
    /** The own lesson, and too early. */
    isEarly: holds && roll !== undefined && !isRollOpen(roll.begins_at, new Date(serverTime(minute))),
    isPending,
    refusalOf,
    takeRoll: () => send(roll?.users ?? [], []),
    mark: (user: RollUser, { kind, minutes }: MarkWish) =>
      send(roll?.users ?? [], [{ user_id: user.id, kind, minutes: minutes ?? null, known: user.mark?.kind ?? null }]),
  };
}
