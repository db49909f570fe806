import { type Absence, statusOf } from '@kreide/core/features/absences';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { AbsenceInfo } from './AbsenceInfo.tsx';
import styles from './Absences.module.css';
import { absenceQuery } from './queries.ts';
import { aboutOf, rangeText, STATUS_LOOKS, typeLookOf } from './words.ts';

interface AbsenceFactsProps {
  absence: Absence;
  onChange: (absence: Absence) => void;
}

/** What the school knows of an absence, beside the list: as it is now, not as the list was read. */
export function AbsenceFacts({ absence: listed, onChange }: AbsenceFactsProps) {
  const { t, language } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  const absence =
    useQuery({ ...absenceQuery(listed.classbook_id, listed.uuid), placeholderData: listed }).data ?? listed;
  const { can, type, excuse_note, comment } = absence;
  const status = statusOf(absence, isAllowed(can, 'notify-parents'));
  const about = aboutOf(absence);
  return (
    <>
      <span className={styles.tags}>
        <Tag {...typeLookOf(type)}>{type.name}</Tag>
        {status && <Tag {...STATUS_LOOKS[status]}>{t(`statuses.${status}`)}</Tag>}
      </span>
      <p>{[about, rangeText(absence, { t, language, zone })].filter(Boolean).join(' · ')}</p>
      {excuse_note && <p className={styles.note}>{excuse_note}</p>}
      {comment && <p className={styles.note}>{comment}</p>}
      {isAllowed(can, 'update') && (
        <div>
          <Button icon="edit" onPress={() => onChange(absence)}>
            {t('menu.edit')}
          </Button>
        </div>
      )}
      <AbsenceInfo absence={absence} />
    </>
  );
}
