import type { Occurrence, Timetable } from '@kreide/core/features/timetable';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DetailsFrame } from './DetailsFrame.tsx';
import { useTexts } from './use-texts.ts';
import { LessonList } from './views/index.ts';

interface MoreDialogProps {
  /** Parallel lessons of one day. */
  occurrences: readonly Occurrence[];
  timetable: Timetable;
  today: string;
  isBeside: boolean;
  isOwn?: ((occurrence: Occurrence) => boolean) | undefined;
  onOpen: (occurrence: Occurrence) => void;
  onClose: () => void;
}

/** The lessons of a strip, own ones first, each with everything its own card would say (T-2.34). */
export function MoreDialog({ occurrences, timetable, today, isBeside, isOwn, onOpen, onClose }: MoreDialogProps) {
  const { t } = useTranslation(['timetable', 'shell']);
  const texts = useTexts();
  const date = occurrences[0]?.date ?? today;
  return (
    <DetailsFrame
      title={t('parallelTitle', { count: occurrences.length })}
      isBeside={isBeside}
      about={`${date} ${occurrences[0]?.lesson.time_begins_at}`}
      onClose={onClose}
      closeLabel={t('shell:close')}
    >
      <LessonList
        {...texts}
        timetable={{ ...timetable, holidays: [] }}
        occurrences={isOwn ? [...occurrences].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a))) : occurrences}
        dates={[date]}
        today={today}
        headingLevel={3}
        isOwn={isOwn}
        onOpen={onOpen}
      />
    </DetailsFrame>
  );
}
