import { isPreset, minutesLate, type RollUser } from '@kreide/core/features/classbook';
import { toLocal, toTime } from '@kreide/core/kernel';
import { serverTime } from '../../kernel/device-clock.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import { toNames } from '../../ui/names.ts';
import { Tag } from '../../ui/Tag.tsx';
import { typeLookOf } from '../absences/index.ts';
import styles from './Classbook.module.css';
import { type LessonPlace, userAddress } from './entry-address.ts';
import { MarkTag } from './MarksList.tsx';
import { type LessonOfRoll, type MarkWish, useRoll } from './use-roll.ts';

/** Who is there: absent and late with one tap each, and "everybody else is here" (T-7.55 to T-7.58). */
export function Roll({ lesson, place }: { lesson: LessonOfRoll; place: LessonPlace }) {
  const { t } = useTranslation('classbook');
  const { query, roll, takenAt, isTaken, canMark, isEarly, mark, takeRoll, isPending, refusalOf } = useRoll(lesson);
  const zone = useSelf().school.time_zone;
  const timeOf = (at: string) => toTime(toLocal(new Date(at), zone).minutes);
  const hasPresets = canMark && (query.data ?? []).some((user) => isPreset(user, isTaken));
  return (
    <section className={styles.panel} aria-label={t('entry.attendance')}>
      <div className={styles.head}>
        <h3>{t('entry.attendance')}</h3>
        {takenAt === null ? (
          <Tag look="dashed">{t('entry.rollOpen')}</Tag>
        ) : (
          <Tag look="success" icon="check">
            {t('entry.rollDone', { time: timeOf(takenAt) })}
          </Tag>
        )}
      </div>
      {isEarly && <p className={styles.muted}>{t('entry.rollLater')}</p>}
      {hasPresets && <p className={styles.muted}>{t('entry.presets')}</p>}
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
                <Pupil
                  user={user}
                  address={lesson.entry && userAddress(place, lesson.entry.id, user.id)}
                  canMark={canMark}
                  isPreset={canMark && isPreset(user, isTaken)}
                  isPending={isPending(user)}
                  lateNow={() => (roll ? minutesLate(roll, new Date(serverTime())) : 1)}
                  onMark={mark}
                />
                <Refusal refusal={refusalOf(user)} />
                <Other mark={user.mark} timeOf={timeOf} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {canMark && !isTaken && (
        <div>
          <Button icon="check" onPress={takeRoll}>
            {t('entry.takeRoll')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface PupilProps {
  user: RollUser;
  /** Of their part of the entry; null: there is none yet. */
  address: string | null;
  canMark: boolean;
  isPreset: boolean;
  isPending: boolean;
  lateNow: () => number;
  onMark: (user: RollUser, wish: MarkWish) => void;
}

function Pupil({ user, address, canMark, isPreset: isKnown, isPending, lateNow, onMark }: PupilProps) {
  const { t } = useTranslation('classbook');
  const { id, meta, mark, absence } = user;
  const name = meta.displayname;
  const press = (kind: 'absent' | 'too-late') => {
    if (mark?.kind === kind || (isKnown && kind === 'absent')) onMark(user, { kind: null });
    else if (kind === 'absent') onMark(user, { kind });
    else onMark(user, { kind, minutes: lateNow() });
  };
  return (
    <fieldset className={styles.pupil} aria-label={t('entry.markOf', { name })}>
      <span className={styles.face}>
        <Avatar id={id} name={toNames(name)} size="s" />
        {isPending && (
          <span role="img" aria-label={t('entry.waits')} className={styles.waits}>
            <Icon name="clock" size={16} />
          </span>
        )}
      </span>
      {address === null ? (
        <span className={styles.name}>{name}</span>
      ) : (
        <Link to={address} className={styles.name}>
          {name}
        </Link>
      )}
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
            {t('entry.tooLate')}
            {mark?.kind === 'too-late' && <span className={styles.minutesLate}> {mark.minutes}′</span>}
          </button>
          <button
            type="button"
            className={styles.absent}
            aria-pressed={mark?.kind === 'absent' || isKnown}
            data-preset={isKnown || undefined}
            onClick={() => press('absent')}
          >
            {t('entry.absent')}
          </button>
        </span>
      )}
    </fieldset>
  );
}

/** Why a mark of this device does not count. */
function Refusal({ refusal }: { refusal: { reason: string | null } | null }) {
  const { t } = useTranslation(['classbook', 'shell']);
  if (!refusal) return null;
  return (
    <p className={styles.refused}>{t('entry.markFailed', { reason: refusal.reason ?? t('shell:unsent.doubtful') })}</p>
  );
}

/** Two teachers have marked the same pupil without seeing each other's mark: what each of them says, and when. */
function Other({ mark, timeOf }: { mark: RollUser['mark']; timeOf: (at: string) => string }) {
  const { t } = useTranslation('classbook');
  if (!mark?.other) return null;
  const said = [mark, mark.other].map(({ kind, minutes, marked_at, by }) => {
    const what = kind === 'absent' ? t('entry.absent') : t('entry.minutesLate', { count: minutes });
    return t('entry.said', { name: by ?? t('entry.somebody'), time: timeOf(marked_at), what });
  });
  return <p className={styles.refused}>{[t('entry.differs'), ...said].join(' ')}</p>;
}
