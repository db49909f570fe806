import { COMPARISON_TYPES, type ComparisonType } from '@kreide/core/features/user-import';
import { useNavigate } from 'react-router';
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
                      <p className={styles.hint}>{t(`year.${WORDS[type]}About`)}</p>
                      {type === 'csv' && open && !open.comparison && (
                        <p className={styles.warning}>{t('year.replaces')}</p>
                      )}
                    </div>
                    {type === 'csv' && (
                      <div className={styles.actions}>
                        {open?.comparison ? (
                          <LinkButton look="primary" href={toStep(open.comparison.type, open.comparison.step)}>
                            {t('year.goOn')}
                          </LinkButton>
                        ) : (
                          <Button look="primary" isPending={compare.isPending} onPress={() => begin(type)}>
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
