import { type EditorState, type PlannedLesson, plannerApi, plannerEvents } from '@kreide/core/features/planner';
import type { PayloadOf } from '@kreide/core/kernel';
import { type RefObject, useRef } from 'react';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { showEdits } from './planner-queries.ts';
import type { Named } from './week.ts';

type Told = PayloadOf<typeof plannerEvents.changed>;

const DONE_WITH_ONE = { ADD: 'added', REMOVE: 'removed', MOVE: 'moved', CHANGE: 'changed' } as const;

/** What others do in the version that is open: it is shown and told, but nothing moves below a dragged lesson of theirs. */
export function useOthers(
  state: EditorState,
  { dragged, nameOf }: { dragged: RefObject<PlannedLesson | null>; nameOf: (lesson: Named) => string },
) {
  const { t } = useTranslation('planner');
  const { id: selfId } = useSelf();
  const isLate = useRef(false);
  const askAgain = () => {
    if (dragged.current) isLate.current = true;
    else void invalidateQueries(plannerApi.getCurrent);
  };
  const sayDone = ({ done, displayname: name, kind, count, lessons, removed_ids }: Told) => {
    if (done === 'PUBLISH') return t('editor.others.published', { name });
    if (done === 'POP') return t('editor.others.undone', { name });
    if (done === 'REDO') return t('editor.others.redone', { name });
    const lesson = lessons?.[0] ?? state.lessons.find(({ lesson_id }) => lesson_id === removed_ids[0]);
    return kind && lesson
      ? t(`editor.others.${DONE_WITH_ONE[kind]}`, { name, lesson: nameOf(lesson) })
      : t('editor.others.several', { name, number: count });
  };
  useRealtime(
    plannerEvents.changed,
    (told) => {
      if (told.version.id !== state.version.id) return;
      if (told.user_id !== selfId) toasts.show('info', sayDone(told), { topic: 'planner-others' });
      const { version, lessons, removed_ids } = told;
      if (!lessons) return askAgain();
      const ids = [...removed_ids, ...lessons.map(({ lesson_id }) => lesson_id)];
      if (isLate.current || ids.includes(dragged.current?.lesson_id ?? 0)) return askAgain();
      if (!showEdits({ version, lessons, removed_ids })) askAgain();
    },
    askAgain,
  );
  return {
    /** A drag is over: shows what could not be shown meanwhile. */
    catchUp() {
      if (!isLate.current) return;
      isLate.current = false;
      void invalidateQueries(plannerApi.getCurrent);
    },
  };
}
