import { type ClassbookEntry, type EntryUser, minutesLate } from '@kreide/core/features/classbook';
import { isAllowed, toLocal, toTime } from '@kreide/core/kernel';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { typeLookOf } from '../absences/index.ts';
import styles from './Classbook.module.css';
import { type LessonPlace, userAddress } from './entry-address.ts';
import { MarkTag } from './MarksList.tsx';
import { toNames } from './MembersTab.tsx';
import { type MarkChange, useRoll } from './use-roll.ts';

/** Who is there: absent and late with one tap each, and "everybody else is here" (T-7.55 to T-7.58). */
export function Roll({ entry, place }: { entry: ClassbookEntry; place: LessonPlace }) {
  const { t } = useTranslation('classbook');
  const { query, mark, takeRoll } = useRoll(entry);
  const zone = useSelf().school.time_zone;
  const canMark = isAllowed(entry.can, 'mark');
  const { roll_taken_at } = entry;
  const timeOf = (at: string) => toTime(toLocal(new Date(at), zone).minutes);
  return (
    <section className={styles.panel} aria-label={t('entry.attendance')}>
      <div className={styles.head}>
        <h3>{t('entry.attendance')}</h3>
        {roll_taken_at === null ? (
          <Tag look="dashed">{t('entry.rollOpen')}</Tag>
        ) : (
          <Tag look="success" icon="check">
            {t('entry.rollDone', { time: timeOf(roll_taken_at) })}
          </Tag>
        )}
      </div>
      <Loaded
        query={query}
        skeleton={{ items: 4, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<p className={styles.muted}>{t('entry.noUsers')}</p>}
      >
        {(users) => (
          <ul className={styles.rows} aria-label={t('entry.attendance')}>
            {users.map((user) => (
              <li key={user.id}>
                <Pupil user={user} entry={entry} place={place} canMark={canMark} onMark={mark} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {canMark && roll_taken_at === null && (
        <div>
          <Button icon="check" onPress={takeRoll}>
            {t('entry.takeRoll')}
          </Button>
        </div>
      )}
      {!canMark && isAllowed(entry.can, 'write-topic') && Date.parse(entry.begins_at) > Date.now() && (
        <p className={styles.muted}>{t('entry.rollLater')}</p>
      )}
    </section>
  );
}

interface PupilProps {
  user: EntryUser;
  entry: ClassbookEntry;
  place: LessonPlace;
  canMark: boolean;
  onMark: (userId: number, change: MarkChange) => void;
}

function Pupil({ user: { id, meta, mark, absence }, entry, place, canMark, onMark }: PupilProps) {
  const { t } = useTranslation('classbook');
  const name = meta.displayname;
  const press = (kind: 'absent' | 'too-late') => {
    if (mark?.kind === kind) onMark(id, { kind: 'remove' });
    else if (kind === 'absent') onMark(id, { kind });
    else onMark(id, { kind, minutes: minutesLate(entry, new Date()) });
  };
  return (
    <fieldset className={styles.pupil} aria-label={t('entry.markOf', { name })}>
      <Avatar id={id} name={toNames(name)} size="s" />
      <Link to={userAddress(place, entry.id, id)} className={styles.name}>
        {name}
      </Link>
      {absence && <Tag {...typeLookOf({ state: absence.state, key: absence.type.id })}>{absence.type.name}</Tag>}
      {!canMark && mark && <MarkTag mark={mark} />}
      {canMark && (
        <span className={styles.marks}>
          <button
            type="button"
            className={styles.late}
            aria-pressed={mark?.kind === 'too-late'}
            onClick={() => press('too-late')}
          >
            {mark?.kind === 'too-late' ? `${t('entry.tooLate')} ${mark.minutes}′` : t('entry.tooLate')}
          </button>
          <button
            type="button"
            className={styles.absent}
            aria-pressed={mark?.kind === 'absent'}
            onClick={() => press('absent')}
          >
            {t('entry.absent')}
          </button>
        </span>
      )}
    </fieldset>
  );
}
