import { type Absence, absencesApi, statusOf } from '@kreide/core/features/absences';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Absences.module.css';
import { TOUCHED_BY_ABSENCES } from './queries.ts';
import { nameOf, rangeText, STATUS_LOOKS, typeLookOf } from './words.ts';

const AbsenceDialog = late(async () => (await import('./AbsenceDialog.tsx')).AbsenceDialog);
const HistoryDialog = late(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);
const RemoveAbsence = late(async () => (await import('./RemoveAbsence.tsx')).RemoveAbsence);
const NotifyDialog = late(async () => (await import('./NotifyDialog.tsx')).NotifyDialog);

type Open = 'details' | 'remove' | 'history' | 'notify';

/** One absence in a list: its badge, whom it is about, why and when, and what can be done with it (T-2.147, T-6.08, T-6.09). */
export function AbsenceCard({ absence, choice }: { absence: Absence; choice?: ReactNode }) {
  const { t, language } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  const [open, setOpen] = useState<Open | null>(null);
  const read = useMutation(mutationOf(absencesApi.markRead, { touches: TOUCHED_BY_ABSENCES }));
  const { uuid, classbook_id, can, type, user, unit, excuse_note, last_contacted_at, read_at, updated_at } = absence;
  const status = statusOf(absence, isAllowed(can, 'notify-parents'));
  const isNews = read_at === null || Date.parse(read_at) < Date.parse(updated_at);
  const name = nameOf(absence);
  const close = () => setOpen(null);
  const entry = (key: Open, text: string, icon: MenuEntry['icon'] & string): MenuEntry => ({
    key,
    text,
    icon,
    onAction: () => setOpen(key),
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
  const about = user ? user.grade?.shortcut : unit?.name !== unit?.shortcut ? unit?.name : null;
  return (
    <article className={styles.card} aria-label={`${name}: ${type.name}`}>
      <div className={styles.cardHead}>
        <span className={styles.tags}>
          {choice}
          <Tag {...typeLookOf(type)}>{type.name}</Tag>
          {status && <Tag {...STATUS_LOOKS[status]}>{t(`statuses.${status}`)}</Tag>}
        </span>
        {entries.length > 0 && <Menu icon="dots" label={t('menu.label', { name })} entries={entries} />}
      </div>
      <button type="button" className={styles.name} onClick={() => setOpen('details')}>
        {about ? `${name}, ${about}` : name}
      </button>
      <span>{rangeText(absence, { t, language, zone })}</span>
      {excuse_note && <p className={styles.note}>{excuse_note}</p>}
      {isAllowed(can, 'notify-parents') && last_contacted_at !== null && (
        <span className={styles.small}>
          {t('info.contacted', { when: writeMoment(language, new Date(last_contacted_at), zone, 'short') })}
        </span>
      )}
      <Suspense fallback={null}>
        {open === 'details' && <AbsenceDialog absence={absence} onClose={close} />}
        {open === 'history' && <HistoryDialog book={classbook_id} uuid={uuid} onClose={close} />}
        {open === 'remove' && <RemoveAbsence absence={absence} onClose={close} />}
        {open === 'notify' && <NotifyDialog book={classbook_id} absences={[absence]} onClose={close} />}
      </Suspense>
    </article>
  );
}

/** Stands in a list while a new absence is being written; without a uuid it goes when its details are closed (T-4.18, T-4.21). */
export function DraftCard() {
  const { t } = useTranslation('absences');
  return (
    <article className={styles.card} aria-label={t('draft.title')}>
      <span className={styles.tags}>
        <Tag look="dashed">{t('draft.tag')}</Tag>
      </span>
      <b>{t('draft.title')}</b>
    </article>
  );
}
