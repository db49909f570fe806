import type { PublicAccess } from '@kreide/core/features/schools';
import { ApiError } from '@kreide/core/kernel';
import { Suspense, useState } from 'react';
import { useOutletContext } from 'react-router';
import type { SurfaceUses } from '../../kernel/feature.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { FrameOrigins } from './FrameOrigins.tsx';
import { NewsUse } from './NewsUse.tsx';
import { ProductQuestionCard } from './ProductQuestionCard.tsx';
import { PropertiesCard } from './PropertiesCard.tsx';
import styles from './SchoolSettingsScreen.module.css';
import { SecondStepCard } from './SecondStepCard.tsx';
import { SurfaceCard } from './SurfaceCard.tsx';
import { TeacherNamesCard } from './TeacherNamesCard.tsx';
import { type AccessChange, usePublicAccess, withPending } from './use-public-access.ts';
import { WholeSchool } from './WholeSchool.tsx';

/** The settings of the school (T-2.103): so far what it makes public, each surface with its next steps (D-2.10). */
export function SchoolSettingsScreen() {
  const { t } = useTranslation(['schools', 'errors']);
  const { school } = useSelf();
  const { monitor: MonitorUse, timetable: TimetableUse } = useOutletContext<SurfaceUses>();
  const { query, pending, change, newest } = usePublicAccess(school.id);
  const [failure, setFailure] = useState<{ key: keyof PublicAccess; error: ApiError } | null>(null);

  async function save(key: keyof PublicAccess, values: AccessChange, saved: string) {
    setFailure(null);
    try {
      await change(values);
      toasts.show('success', saved, { topic: `settings ${key}` });
    } catch (thrown) {
      setFailure({ key, error: ApiError.from(thrown) });
    }
  }

  const problemOf = (...keys: (keyof PublicAccess)[]) =>
    failure && keys.includes(failure.key) ? t('notSaved', { reason: toReason(t, failure.error) }) : null;

  const surface = (key: 'monitor' | 'timetable' | 'news', isOn: boolean) => ({
    title: t(`surfaces.${key}.title`),
    about: t(`surfaces.${key}.about`),
    state: t(isOn ? 'surfaces.on' : 'surfaces.off'),
    isOn,
    problem: key === 'monitor' ? problemOf(key, 'notes') : problemOf(key),
    onChange: (value: boolean) =>
      save(
        key,
        { [key]: value },
        t(value ? 'surfaces.nowOn' : 'surfaces.nowOff', { surface: t(`surfaces.${key}.title`) }),
      ),
  });

  return (
    <Loaded query={query} skeleton={{ items: 3, label: t('settings.loading') }} errorTitle={t('settings.errorTitle')}>
      {(saved) => {
        const access = withPending(saved, pending);
        return (
          <div className={styles.screen}>
            <div className={styles.intro}>
              <h2>{t('public.title')}</h2>
              <p>{t('public.text')}</p>
            </div>
            <SurfaceCard icon="monitor" {...surface('monitor', access.monitor)}>
              <Suspense fallback={null}>
                {MonitorUse && <MonitorUse base={access.url} slink={school.slink} hasNews={access.news} />}
              </Suspense>
              <div className={styles.group}>
                <Switch isSelected={access.notes} onChange={(notes) => save('notes', { notes }, t('saved'))}>
                  {t('notes.show')}
                </Switch>
                <p className={styles.note}>{t('notes.about')}</p>
              </div>
              <FrameOrigins
                origins={access.screen_origins}
                newest={async () => (await newest()).screen_origins}
                onChange={async (screen_origins, known_origins) => {
                  await change({ screen_origins, known_origins });
                  toasts.show('success', t('saved'), { topic: 'settings screen_origins' });
                }}
              />
            </SurfaceCard>
            <SurfaceCard icon="timetable" {...surface('timetable', access.timetable)}>
              <Suspense fallback={null}>
                {TimetableUse && <TimetableUse base={access.url} slink={school.slink} />}
              </Suspense>
            </SurfaceCard>
            <SurfaceCard icon="news" {...surface('news', access.news)}>
              <NewsUse base={access.url} slink={school.slink} />
            </SurfaceCard>
            <TeacherNamesCard
              access={access}
              problem={problemOf('teacher_names', 'absent_teachers', 'replaced_teachers', 'teacher_plans')}
              onChange={(key, values) => save(key, values, t('saved'))}
            />
            <SurfaceCard
              icon="lock"
              title={t('webuntis.title')}
              about={t('webuntis.about')}
              state={t(access.webuntis ? 'webuntis.on' : 'webuntis.off')}
              isOn={access.webuntis}
              problem={problemOf('webuntis')}
              onChange={(webuntis) =>
                save('webuntis', { webuntis }, t(webuntis ? 'webuntis.nowOn' : 'webuntis.nowOff'))
              }
            >
              <p className={styles.note}>
                {t('webuntis.use', { host: new URL(access.url).host, slink: school.slink })}
              </p>
            </SurfaceCard>
            <SecondStepCard />
            <p className={styles.hint}>{t('public.policy', { origin: new URL(access.url).origin })}</p>
            <WholeSchool />
            <PropertiesCard />
            <ProductQuestionCard />
          </div>
        );
      }}
    </Loaded>
  );
}
