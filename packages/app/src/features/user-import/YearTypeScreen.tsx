import { COMPARISON_TYPES, type ComparisonType, userImportApi } from '@kreide/core/features/user-import';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Import.module.css';
import { isOpen, useNewestRun, useOwnSchool, useRunActions } from './use-run.ts';

const WORDS = { csv: 'csv', 'data-sync': 'sync' } as const satisfies Record<ComparisonType, string>;

/** What the school is compared with when the year changes (T-2.110); a directory only where one is connected (T-2.118). */
export function YearTypeScreen() {
  const { t } = useTranslation(['user-import', 'errors']);
  const { school } = useSelf();
  const newest = useNewestRun();
  const params = useOwnSchool();
  const navigate = useNavigate();
  const { compare } = useRunActions();
  const sources = useQuery(queryOf(userImportApi.comparisonSources, { params }, { staleTime: 0 }));
  const directory = sources.data?.directory ?? null;
  const aboutOf = (type: ComparisonType) =>
    type === 'csv'
      ? t('year.csvAbout')
      : directory === null
        ? t('year.syncNone')
        : t('year.syncAbout', { name: directory });
  const isPossible = (type: ComparisonType) => type === 'csv' || directory !== null;
  const toStep = (type: ComparisonType, step: string) => `/management/${school.uuid}/users-compare/${type}/${step}`;
  const begin = (type: ComparisonType) =>
    compare.mutate({ params, body: { type } }, { onSuccess: () => navigate(toStep(type, 'introduction')) });
  return (
    <div className={styles.screen}>
      <Loaded query={newest} skeleton={{ items: 2, label: t('run.loading') }} errorTitle={t('run.errorTitle')}>
        {(run) => {
          const open = run && isOpen(run) ? run : null;
          return (
            <div className={styles.section}>
              <h2>{t('year.question')}</h2>
              {COMPARISON_TYPES.map((type) => (
                <Card key={type}>
                  <section className={styles.entry} aria-label={t(`year.${WORDS[type]}`)}>
                    <div className={styles.section}>
                      <h3>{t(`year.${WORDS[type]}`)}</h3>
                      <p className={styles.hint}>{aboutOf(type)}</p>
                      {isPossible(type) && open && open.comparison?.type !== type && (
                        <p className={styles.warning}>{t('year.replaces')}</p>
                      )}
                    </div>
                    {isPossible(type) && (
                      <div className={styles.actions}>
                        {open?.comparison?.type === type ? (
                          <LinkButton look="primary" href={toStep(type, open.comparison.step)}>
                            {t('year.goOn')}
                          </LinkButton>
                        ) : (
                          <Button
                            look={type === 'csv' ? 'primary' : 'secondary'}
                            isPending={compare.isPending}
                            onPress={() => begin(type)}
                          >
                            {t('year.begin')}
                          </Button>
                        )}
                      </div>
                    )}
                  </section>
                </Card>
              ))}
              <Card>
                <section className={styles.entry} aria-label={t('year.instant')}>
                  <div className={styles.section}>
                    <h3>{t('year.instant')}</h3>
                    <p className={styles.hint}>{t('year.instantAbout')}</p>
                  </div>
                  <div className={styles.actions}>
                    <LinkButton href={`/management/${school.uuid}/school-year-change-validation`}>
                      {t('year.toInstant')}
                    </LinkButton>
                  </div>
                </section>
              </Card>
              <Problem text={compare.error && toReason(t, compare.error)} />
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}
