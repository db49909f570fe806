import type { Occurrence, Timetable } from '@kreide/core/features/timetable';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from './use-texts.ts';
import { LessonList } from './views/index.ts';

interface MoreDialogProps {
  /** Parallel lessons of one day. */
  occurrences: readonly Occurrence[];
  timetable: Timetable;
  today: string;
  onOpen: (occurrence: Occurrence) => void;
  onClose: () => void;
}

/** The lessons behind "+N more", each with everything its own box would say (T-2.34). */
export function MoreDialog({ occurrences, timetable, today, onOpen, onClose }: MoreDialogProps) {
  const { t } = useTranslation(['timetable', 'shell']);
  const texts = useTexts();
  const date = occurrences[0]?.date ?? today;
  return (
    <Dialog
      title={t('parallelTitle', { count: occurrences.length })}
      isOpen
      onClose={onClose}
      closeLabel={t('shell:close')}
    >
      <LessonList
        {...texts}
        timetable={{ ...timetable, holidays: [] }}
        occurrences={occurrences}
        dates={[date]}
        today={today}
        headingLevel={3}
        onOpen={onOpen}
      />
    </Dialog>
  );
}
