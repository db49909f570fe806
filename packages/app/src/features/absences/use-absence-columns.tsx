import { type Absence, statusOf } from '@kreide/core/features/absences';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import type { Column } from '../../ui/table/column.ts';
import { RowButton } from '../../ui/table/RowButton.tsx';
import { type AbsenceAct, AbsenceMenu } from './AbsenceMenu.tsx';
import styles from './Absences.module.css';
import { aboutOf, nameOf, rangeText, STATUS_LOOKS, typeLookOf } from './words.ts';

interface AbsenceColumns {
  /** Can the list be ordered? */
  isOrdered: boolean;
  /** Its facts stand beside it: only what tells the rows apart. */
  isBrief: boolean;
  onOpen: (absence: Absence) => void;
  onAct: (act: AbsenceAct, absence: Absence) => void;
}

/** What a table says of each absence: whom, why and when, what is to be done, and how (T-2.147). */
export function useAbsenceColumns({ isOrdered, isBrief, onOpen, onAct }: AbsenceColumns): readonly Column<Absence>[] {
  const { t, language } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  return useMemo(() => {
    const note: Column<Absence> = {
      key: 'note',
      name: t('form.note'),
      width: 'minmax(0, 2fr)',
      card: 'below',
      cell: ({ excuse_note }) => excuse_note && <span className={styles.note}>{excuse_note}</span>,
    };
    return [
      {
        key: 'name',
        name: t('table.name'),
        width: 'minmax(0, 2.5fr)',
        card: 'title',
        cell: (absence) => <RowButton onPress={() => onOpen(absence)}>{nameOf(absence)}</RowButton>,
      },
      {
        key: 'grade',
        name: t('sick.grade'),
        width: 'minmax(3.5rem, 1fr)',
        card: 'below',
        cell: (absence) => aboutOf(absence),
      },
      {
        key: 'type',
        name: t('table.type'),
        width: 'minmax(0, 2fr)',
        card: 'below',
        cell: ({ type }) => <Tag {...typeLookOf(type)}>{type.name}</Tag>,
      },
      {
        key: 'begins',
        name: t('table.when'),
        width: 'minmax(0, 3fr)',
        isOrdered,
        card: 'below',
        cell: (absence) => rangeText(absence, { t, language, zone }),
      },
      ...(isBrief ? [] : [note]),
      {
        key: 'priority',
        name: t('table.state'),
        width: 'minmax(8.5rem, 2fr)',
        isOrdered,
        card: 'end',
        cell: (absence) => {
          const { can, last_contacted_at } = absence;
          const isTold = isAllowed(can, 'notify-parents');
          const status = statusOf(absence, isTold);
          return (
            <span className={styles.state}>
              {status && <Tag {...STATUS_LOOKS[status]}>{t(`statuses.${status}`)}</Tag>}
              {isTold && last_contacted_at !== null && (
                <span className={styles.small}>
                  {t('info.contacted', { when: writeMoment(language, new Date(last_contacted_at), zone, 'short') })}
                </span>
              )}
            </span>
          );
        },
      },
      {
        key: 'menu',
        name: t('table.menu'),
        width: '2.75rem',
        card: 'corner',
        cell: (absence) => <AbsenceMenu absence={absence} onAct={onAct} />,
      },
    ];
  }, [t, language, zone, isOrdered, isBrief, onOpen, onAct]);
}
