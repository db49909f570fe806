import { type DeskDay, type DeskLesson, deskEvents, draftsOf } from '@kreide/core/features/desk';
import { timetableEvents } from '@kreide/core/features/timetable';
import { addDays, isDate, toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BlockerFunction, useSearchParams } from 'react-router';
import { LeaveQuestion } from '../../kernel/LeaveQuestion.tsx';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { AbsencePart } from './AbsencePart.tsx';
import { CountsDialog } from './CountsDialog.tsx';
import styles from './Desk.module.css';
import { askAgain, dayQuery } from './desk-queries.ts';
import { LessonList } from './LessonList.tsx';
import { LessonPanel } from './LessonPanel.tsx';
import { NotesPart } from './NotesPart.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { ReadersDialog } from './ReadersDialog.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { WaitingFoot } from './WaitingFoot.tsx';
import { hasUnsavedWords, type Words } from './written-words.ts';

/** The substitution desk: who is absent, which lessons are open, who takes them, and what everybody reads of it (D-8.10). */
export function DeskScreen() {
  const { t } = useTranslation('desk');
  const { permissions, school } = useSelf();
  const [search, setSearch] = useSearchParams();
  // Midnight does not take the day away from whoever writes about it.
  const [today] = useState(() => toLocal(new Date(), school.time_zone).date);
  const named = search.get('date') ?? '';
  const date = isDate(named) ? named : today;
  const query = useQuery(dayQuery(date));
  useRealtime(
    timetableEvents.published,
    () => void askAgain(),
    () => void askAgain(),
  );
  // Two sit at it in the morning.
  useRealtime(
    deskEvents.changed,
    ({ begins_at, ends_at }) => {
      if (begins_at <= date && date <= ends_at) void askAgain();
    },
    () => {},
  );
  const open = (day: string) => setSearch({ date: day }, { replace: true });
  if (!permissions.includes('view-timetable-planner')) return <Redirect to="/feed" />;
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <IconButton icon="chevronLeft" label={t('previous')} onPress={() => open(addDays(date, -1))} />
        <DatePicker label={t('day')} value={date} onChange={(day) => isDate(day) && open(day)} fallback={today} />
        <IconButton icon="chevronRight" label={t('next')} onPress={() => open(addDays(date, 1))} />
      </div>
      <Loaded query={query} skeleton={{ items: 3, label: t('loading') }} errorTitle={t('errorTitle')}>
        {(day) => <Day key={day.date} day={day} />}
      </Loaded>
    </div>
  );
}

/** The day stands in the address. */
const isOtherDay: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search;

function Day({ day }: { day: DeskDay }) {
  const { t } = useTranslation('desk');
  const [chosen, setChosen] = useState<DeskLesson | null>(null);
  const [dialog, setDialog] = useState<'publish' | 'rule' | 'counts' | 'readers' | null>(null);
  const [written] = useState(() => new Map<number, Words>());
  const drafts = draftsOf(day);
  // What an answer says of it counts, not what was known when it was chosen.
  const lesson = chosen && (day.lessons.find(({ lesson_id }) => lesson_id === chosen.lesson_id) ?? chosen);
  useKeptFocus({ lessonId: chosen?.lesson_id ?? null, drafts: drafts.length, hasDialog: dialog !== null });
  /** The next open lesson, so that one tap follows the other; else the list. */
  const goOn = (after: DeskDay) => {
    const from = after.lessons.findIndex(({ lesson_id }) => lesson_id === chosen?.lesson_id);
    const order = [...after.lessons.slice(from + 1), ...after.lessons.slice(0, from + 1)];
    setChosen(order.find(({ state }) => state === 'OPEN') ?? null);
  };
  const panel = lesson && (
    <LessonPanel
      key={lesson.lesson_id}
      day={day}
      lesson={lesson}
      written={written}
      onDone={goOn}
      onClose={() => setChosen(null)}
    />
  );
  return (
    <>
      <LeaveQuestion isChanged={() => hasUnsavedWords(written, day.lessons)} isLeaving={isOtherDay} />
      {!day.is_school_day && <p>{t('noSchool')}</p>}
      <div className={styles.columns} data-open={panel ? '' : undefined}>
        <div className={styles.side}>
          <AbsencePart day={day} />
          <LessonList day={day} chosen={lesson} onChoose={setChosen} />
          <NotesPart day={day} />
          <div className={styles.bar}>
            <Button look="quiet" icon="settings" onPress={() => setDialog('rule')}>
              {t('rule.open')}
            </Button>
            <Button look="quiet" icon="list" onPress={() => setDialog('counts')}>
              {t('counts.open')}
            </Button>
            <Button look="quiet" icon="eye" onPress={() => setDialog('readers')}>
              {t('readers.open')}
            </Button>
          </div>
          <p className={styles.muted}>{t('imports')}</p>
        </div>
        {panel ?? (day.lessons.length > 0 && <p className={styles.hint}>{t('pick')}</p>)}
      </div>
      <WaitingFoot day={day} drafts={drafts} onLook={() => setDialog('publish')} />
      {dialog === 'publish' && <PublishDialog day={day} drafts={drafts} onClose={() => setDialog(null)} />}
      {dialog === 'counts' && <CountsDialog onClose={() => setDialog(null)} />}
      {dialog === 'readers' && <ReadersDialog day={day} onClose={() => setDialog(null)} />}
      {dialog === 'rule' && <RuleDialog onClose={() => setDialog(null)} />}
    </>
  );
}
