import type { ChangeCheck, YearChange } from '@kreide/core/features/year-change';
import { isAllowed, type Permission, writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { ChangeScreen } from './ChangeScreen.tsx';
import { LastChange } from './LastChange.tsx';
import styles from './YearChange.module.css';

const WORDS = {
  active_year: 'activeYear',
  next_year: 'nextYear',
  open: 'open',
  targets: 'targets',
  no_import: 'noImport',
  placed: 'placed',
  doubles: 'doubles',
  plan: 'plan',
} as const satisfies Record<ChangeCheck, string>;

/** The conditions for changing the school year, each with the page where somebody can fulfil it (T-2.100). */
export function ValidationScreen() {
  const { t } = useTranslation('year-change');
  const { school } = useSelf();
  return (
    <ChangeScreen intro={t('validation.intro')}>
      {(change) => (
        <>
          <ul className={styles.list} aria-label={t('validation.title')}>
            {change.checks.map((check) => (
              <li key={check.check}>
                <Check check={check} change={change} />
              </li>
            ))}
          </ul>
          <p role="status" className={isAllowed(change.can, 'apply') ? styles.ready : styles.warning}>
            {t(isAllowed(change.can, 'apply') ? 'validation.ready' : 'validation.notReady')}
          </p>
          <div className={styles.actions}>
            <LinkButton href={`/management/${school.uuid}/grade-upgrade`}>{t('upgrade.title')}</LinkButton>
            {isAllowed(change.can, 'apply') && (
              <LinkButton look="primary" href={`/management/${school.uuid}/instant-school-year-change`}>
                {t('validation.goOn')}
              </LinkButton>
            )}
          </div>
          {change.last && <LastChange last={change.last} />}
        </>
      )}
    </ChangeScreen>
  );
}

function Check({
  check: { check, is_met, is_needed, count },
  change,
}: {
  check: YearChange['checks'][number];
  change: YearChange;
}) {
  const { t, language } = useTranslation('year-change');
  const { school, permissions } = useSelf();
  const fixes: Record<ChangeCheck, readonly [href: string, needs: Permission]> = {
    active_year: [`/management/${school.uuid}/years`, 'change-schoolyear'],
    next_year: [`/management/${school.uuid}/years`, 'change-schoolyear'],
    open: [`/management/${school.uuid}/years`, 'change-schoolyear'],
    targets: [`/management/${school.uuid}/grade-upgrade`, 'change-schoolyear'],
    no_import: [`/management/${school.uuid}/upload`, 'manage-users'],
    placed: [`/management/${school.uuid}/users`, 'manage-users'],
    doubles: [`/management/${school.uuid}/school-year-change-type`, 'change-schoolyear'],
    plan: [`/management/${school.uuid}/web-interface/upload`, 'import-timetable'],
  };
  const [href, needs] = fixes[check];
  const word = WORDS[check];
  const day = (date: string | null) => (date === null ? '' : writeDate(language, date, 'medium'));
  const look = is_met ? 'success' : is_needed ? 'danger' : 'warning';
  return (
    <Card>
      <section className={styles.entry} aria-label={t(`checks.${word}`)}>
        <div className={styles.section}>
          <div className={styles.who}>
            <Tag look={look}>{t(is_met ? 'state.met' : is_needed ? 'state.needed' : 'state.advised')}</Tag>
            <h2>{t(`checks.${word}`)}</h2>
          </div>
          {check === 'open' && change.opens_on && (
            <p className={styles.hint}>{t('openDays', { from: day(change.opens_on), to: day(change.closes_on) })}</p>
          )}
          {!is_met && check !== 'open' && (
            <p className={styles.hint}>{t(`missing.${WORDS[check]}`, { number: count })}</p>
          )}
        </div>
        {!is_met && permissions.includes(needs) && (
          <LinkButton href={href} aria-label={`${t(`fixes.${word}`)}: ${t(`checks.${word}`)}`}>
            {t(`fixes.${word}`)}
          </LinkButton>
        )}
      </section>
    </Card>
  );
}
