import { isAllowed } from '@kreide/core/kernel';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { AskedAbsence, useAbsenceEvents } from '../absences/index.ts';
import { useBookContext } from './book-context.ts';
import { MarksList } from './MarksList.tsx';
import { ReportedList } from './ReportedList.tsx';
import { addressOf } from './tabs.ts';

/** Which absence an address asks for; the address forgets it at once, and with it the filter (T-2.67 to T-2.69). */
function useAskedAbsence() {
  const { asked, unit } = useBookContext();
  const [, setSearch] = useSearchParams();
  const [uuid, setUuid] = useState<string | null>(null);
  const wanted = asked.selectedAbsence;
  useEffect(() => {
    if (wanted === null) return;
    setUuid(wanted);
    setSearch(new URLSearchParams({ entity: unit.entity }), { replace: true });
  }, [wanted, unit.entity, setSearch]);
  return { uuid, close: () => setUuid(null) };
}

/** Who missed lessons or came late (T-2.60), and the absences that the school knows of. */
export function AbsencesTab() {
  const { t } = useTranslation('classbook');
  const { book, unit, isReported } = useBookContext();
  const navigate = useNavigate();
  const { uuid, close } = useAskedAbsence();
  useAbsenceEvents();
  // Of a course alone only the lessons are listed: absences are of pupils and classes.
  const isListed = unit.entity === 'grades' || unit.entity_id.startsWith('all-');
  const hasReported = isAllowed(book.can, 'view-sick-notes') && isListed;
  const address = addressOf('absences', book.id, unit.entity, unit.entity_id);
  return (
    <>
      {hasReported && (
        <SegmentedControl
          label={t('absences.label')}
          segments={[
            { key: 'lessons', label: t('absences.lessons') },
            { key: 'reported', label: t('absences.reported') },
          ]}
          value={isReported ? 'reported' : 'lessons'}
          onChange={(part) => navigate(part === 'reported' ? address.replace('?', '/reported?') : address)}
        />
      )}
      {isReported && hasReported ? <ReportedList /> : <MarksList />}
      {uuid !== null && (
        <Suspense fallback={null}>
          <AskedAbsence book={book.id} uuid={uuid} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
