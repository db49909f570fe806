import { type Absence, absencesApi } from '@kreide/core/features/absences';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { TOUCHED_BY_ABSENCES } from './queries.ts';
import { nameOf } from './words.ts';

const AbsenceDialog = late(async () => (await import('./AbsenceDialog.tsx')).AbsenceDialog);
const HistoryDialog = late(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);
const RemoveAbsence = late(async () => (await import('./RemoveAbsence.tsx')).RemoveAbsence);
const NotifyDialog = late(async () => (await import('./NotifyDialog.tsx')).NotifyDialog);

export type AbsenceAct = 'details' | 'remove' | 'history' | 'notify';

/**
 * Does something with an absence in a dialog. It belongs to the page and not to a row: a row goes when a colleague has changed it, or
 * out of what is drawn, and what was typed would go with it.
 */
export function useAbsenceActs() {
  const [open, setOpen] = useState<{ act: AbsenceAct; absence: Absence } | null>(null);
  const begin = useCallback((act: AbsenceAct, absence: Absence) => setOpen({ act, absence }), []);
  const close = () => setOpen(null);
  const { act, absence } = open ?? {};
  const dialogs = absence && (
    <Suspense fallback={null}>
      {act === 'details' && <AbsenceDialog absence={absence} onClose={close} />}
      {act === 'history' && <HistoryDialog book={absence.classbook_id} uuid={absence.uuid} onClose={close} />}
      {act === 'remove' && <RemoveAbsence absence={absence} onClose={close} />}
      {act === 'notify' && <NotifyDialog book={absence.classbook_id} absences={[absence]} onClose={close} />}
    </Suspense>
  );
  return { begin, dialogs };
}

interface AbsenceMenuProps {
  absence: Absence;
  onAct: (act: AbsenceAct, absence: Absence) => void;
}

/** What can be done with an absence (T-6.08, T-6.09). */
export function AbsenceMenu({ absence, onAct }: AbsenceMenuProps) {
  const { t } = useTranslation('absences');
  const read = useMutation(mutationOf(absencesApi.markRead, { touches: TOUCHED_BY_ABSENCES }));
  const { uuid, classbook_id, can, read_at, updated_at } = absence;
  const isNews = read_at === null || Date.parse(read_at) < Date.parse(updated_at);
  const entry = (key: AbsenceAct, text: string, icon: MenuEntry['icon'] & string): MenuEntry => ({
    key,
    text,
    icon,
    onAction: () => onAct(key, absence),
  });
  const entries: MenuEntry[] = [
    ...(isAllowed(can, 'update') ? [entry('details', t('menu.edit'), 'edit')] : []),
    ...(isAllowed(can, 'notify-parents') ? [entry('notify', t('menu.notify'), 'bell')] : []),
    ...(isAllowed(can, 'read') && isNews
      ? [
          {
            key: 'read',
            text: t('menu.read'),
            icon: 'eye' as const,
            onAction: () => read.mutate({ params: { id: String(classbook_id), uuid } }),
          },
        ]
      : []),
    ...(isAllowed(can, 'view-history') ? [entry('history', t('menu.history'), 'clock')] : []),
    ...(isAllowed(can, 'delete') ? [entry('remove', t('menu.remove'), 'trash')] : []),
  ];
  if (entries.length === 0) return null;
  return <Menu icon="dots" label={t('menu.label', { name: nameOf(absence) })} entries={entries} />;
}
