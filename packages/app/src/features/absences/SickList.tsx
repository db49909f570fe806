import type { Absence } from '@kreide/core/features/absences';
import { Suspense, useCallback, useState } from 'react';
import { ListBeside, useRoomBeside } from '../../kernel/ListBeside.tsx';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { SelectionBar } from '../../ui/table/SelectionBar.tsx';
import { AbsenceFacts } from './AbsenceFacts.tsx';
import { useAbsenceActs } from './AbsenceMenu.tsx';
import styles from './Absences.module.css';
import { DayTable, GroupTables, ListTable } from './SickTables.tsx';
import { SICK_VIEWS, type SickView, useSickWish } from './use-sick-wish.ts';
import { nameOf } from './words.ts';

const NotifyDialog = late(async () => (await import('./NotifyDialog.tsx')).NotifyDialog);

interface SickListProps {
  book: number;
  grades: readonly { id: number; shortcut: string }[];
}

const ALL = 'all';
const NONE: readonly Absence[] = [];
const VIEWS = { groups: GroupTables, day: DayTable, list: ListTable } as const satisfies Record<SickView, unknown>;

/** The absences of a school: in groups by what is to be done, on one day, or all of them; parents of several are told at once. */
export function SickList({ book, grades }: SickListProps) {
  const { t, language } = useTranslation('absences');
  const [wish, onWish] = useSickWish();
  const { order: _, ...narrowed } = wish;
  const list = JSON.stringify(narrowed);
  const [selection, setSelection] = useState<{ list: string; absences: readonly Absence[] }>({ list, absences: NONE });
  // None is chosen that another list does not show.
  const chosen = selection.list === list ? selection.absences : NONE;
  const setChosen = (absences: readonly Absence[]) => setSelection({ list, absences });
  const [opened, setOpened] = useState<Absence | null>(null);
  const [isTelling, setTelling] = useState(false);
  const isBeside = useRoomBeside();
  const { begin, dialogs } = useAbsenceActs();
  const open = useCallback(
    (absence: Absence) => (isBeside ? setOpened(absence) : begin('details', absence)),
    [isBeside, begin],
  );
  const View = VIEWS[wish.view];
  const close = () => setOpened(null);
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label={t('sick.views.label')}
          segments={SICK_VIEWS.map((key: SickView) => ({ key, label: t(`sick.views.${key}`) }))}
          value={wish.view}
          onChange={(view) => onWish({ view })}
        />
        {grades.length > 0 && (
          <Select
            label={t('sick.grade')}
            options={[
              { key: ALL, text: t('sick.allGrades') },
              ...grades.map(({ id, shortcut }) => ({ key: String(id), text: shortcut })),
            ]}
            value={wish.grade === null ? ALL : String(wish.grade)}
            onChange={(key) => onWish({ grade: key === ALL ? null : Number(key) })}
          />
        )}
      </div>
      <ListBeside
        item={
          isBeside && opened
            ? {
                title: nameOf(opened),
                onClose: close,
                content: (
                  <AbsenceFacts key={opened.uuid} absence={opened} onChange={(absence) => begin('details', absence)} />
                ),
              }
            : null
        }
      >
        <View
          book={book}
          wish={wish}
          onWish={onWish}
          picks={{ chosen, onChosen: setChosen, opened, onOpen: open, onAct: begin, isBeside }}
        />
      </ListBeside>
      {chosen.length > 0 && (
        <SelectionBar
          label={t('table.selection')}
          text={t('table.chosen', { number: chosen.length.toLocaleString(language) })}
          closeLabel={t('notify.none')}
          onClose={() => setChosen([])}
        >
          <Button look="quiet" icon="bell" onPress={() => setTelling(true)}>
            {t('notify.several', { number: chosen.length })}
          </Button>
        </SelectionBar>
      )}
      {dialogs}
      <Suspense fallback={null}>
        {isTelling && (
          <NotifyDialog book={book} absences={chosen} onClose={() => setTelling(false)} onDone={() => setChosen([])} />
        )}
      </Suspense>
    </>
  );
}
