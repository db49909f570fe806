import { isoWeekOf, writeDate } from '@kreide/core/kernel';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '../../kernel/late.ts';
import { usePageHead } from '../../kernel/page-head.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { ProductQuestion } from '../help/index.ts';
import { LatestNews } from '../news/index.ts';
import { Checklist } from '../onboarding/index.ts';
import { ownPlans, ownTeacherId, useNow } from '../timetable/index.ts';
import { DayCard } from './DayCard.tsx';
import { PersonSwitch } from './PersonSwitch.tsx';
import styles from './StartScreen.module.css';

const Beside = late(async () => (await import('./Beside.tsx')).Beside);

/** Who may set up the school, or decides what people ask of it, is told what waits. */
const LOOKS_AFTER = ['edit-school', 'manage-users', 'manage-channels'] as const;

/** There the whole weekday would take a second line. */
const IS_PHONE = '(max-width: 480px)';

/**
 * What a day begins with: the lessons of the user or of each child, today or on the next school day, what happened since
 * the last look, and the latest news. `?news=<uuid>`, as homepages link to it, opens that item.
 */
export function StartScreen() {
  const { t, language } = useTranslation('start');
  const self = useSelf();
  const { school } = self;
  const wanted = useSearchParams()[0].get('news');
  const now = useNow(school.time_zone);
  const plans = ownPlans(self);
  const teacherId = ownTeacherId(self);
  const [shown, setShown] = useState(plans[0]?.id ?? 0);
  usePageHead({
    title: writeDate(language, now.date, window.matchMedia(IS_PHONE).matches ? 'weekdayBrief' : 'weekday'),
    about: `${t('week', { week: isoWeekOf(now.date) })} · ${school.name}`,
  });
  if (wanted !== null) return <Redirect to={{ pathname: '/news', search: `?news=${wanted}` }} />;
  const people = plans.map(({ id, name }) => ({
    id,
    name,
    entity: teacherId === null ? ('users' as const) : ('teachers' as const),
    planId: teacherId ?? id,
  }));
  return (
    <div className={classes(styles.start, people.length > 1 && styles.several, people.length === 0 && styles.none)}>
      {people.length > 1 && <PersonSwitch people={people} value={shown} now={now} onChange={setShown} />}
      {people.length > 0 && (
        <div className={styles.days}>
          {people.map(({ id, name, entity, planId }) => (
            <div key={id} className={classes(id !== shown && styles.other)}>
              <DayCard
                person={{ id, name }}
                entity={entity}
                id={String(planId)}
                now={now}
                isChosen={people.length > 1}
              />
            </div>
          ))}
          {teacherId !== null && (
            <LinkButton look="quiet" icon="heartPulse" href="/substitutions/absent">
              {t('reportAbsence')}
            </LinkButton>
          )}
        </div>
      )}
      {self.permissions.includes('view-calendars') && (
        <div className={styles.changes}>
          <Suspense fallback={null}>
            <Beside now={now} learns={plans.length > 0 && teacherId === null} />
          </Suspense>
        </div>
      )}
      <div className={styles.news}>
        {LOOKS_AFTER.some((one) => self.permissions.includes(one)) && (
          <Suspense fallback={null}>
            <Checklist />
          </Suspense>
        )}
        <LatestNews />
      </div>
      {self.asked_survey && (
        <Suspense fallback={null}>
          <ProductQuestion type={self.asked_survey} />
        </Suspense>
      )}
    </div>
  );
}
