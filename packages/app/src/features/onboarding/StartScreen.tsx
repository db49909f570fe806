import { firstOpen, ONBOARDING_PAGES, type OnboardingProgress, onboardingApi } from '@kreide/core/features/onboarding';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { toOnboarding } from '../../kernel/guards.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Onboarding.module.css';
import { useTrial } from './trial.ts';
import { useProgress } from './use-progress.ts';

/** Where each step is done: on the way, or in the settings. */
function addressOf({ step }: OnboardingProgress, uuid: string): string {
  const page = ONBOARDING_PAGES.find((one) => one.step === step)?.page;
  return page ? toOnboarding(uuid, page) : `/management/${uuid}/school-data/edit-settings`;
}

/** What the school still needs, what is there, and how it begins to work (P-2.87). */
export function StartScreen() {
  const { t } = useTranslation(['onboarding', 'errors']);
  const { school } = useSelf();
  const navigate = useNavigate();
  const { query, isPending, skip, takeUp } = useProgress();
  const { data: trial } = useTrial();
  const finish = useMutation(mutationOf(onboardingApi.finish, { messages: false }));
  const end = () =>
    finish.mutate(
      { params: { id: `${school.id}` }, body: {} },
      {
        async onSuccess() {
          await queries.invalidateQueries(selfQuery);
          void navigate('/onboarding-success');
        },
      },
    );
  return (
    <div className={styles.screen}>
      <p>{t('start.intro', { school: school.name })}</p>
      <Loaded query={query} skeleton={{ items: 4, label: t('start.loading') }} errorTitle={t('start.errorTitle')}>
        {(steps) => {
          const open = steps.filter(({ state }) => state === 'open').map(({ step }) => step);
          const next = firstOpen(open);
          return (
            <>
              <Card>
                <section className={styles.card} aria-labelledby="onboarding-list">
                  <h2 id="onboarding-list">{t('progress', { done: steps.length - open.length, all: steps.length })}</h2>
                  <RowList>
                    {steps.map((one) => (
                      <LinkRow
                        key={one.step}
                        href={addressOf(one, school.uuid)}
                        lead={<Icon name={one.state === 'done' ? 'checkCircle' : 'plus'} size={20} />}
                        text={t(`step_${one.step}`)}
                        about={t(`about_${one.step}`)}
                        end={one.state === 'open' ? undefined : <Tag>{t(one.state === 'done' ? 'done' : 'skip')}</Tag>}
                        beside={
                          one.state !== 'done' && (
                            <Button
                              look="quiet"
                              isDisabled={isPending}
                              aria-label={t(one.state === 'open' ? 'skipNamed' : 'start.takeUpNamed', {
                                step: t(`step_${one.step}`),
                              })}
                              onPress={() => (one.state === 'open' ? skip(one.step) : takeUp(one.step))}
                            >
                              {t(one.state === 'open' ? 'skip' : 'start.takeUp')}
                            </Button>
                          )
                        }
                      />
                    ))}
                  </RowList>
                </section>
              </Card>
              <div className={styles.actions}>
                {next && (
                  <LinkButton look="primary" href={toOnboarding(school.uuid, next)}>
                    {t('start.goOn')}
                  </LinkButton>
                )}
                {trial?.is_offered && (
                  <LinkButton icon="eye" href={toOnboarding(school.uuid, 'trial')}>
                    {t('trial.title')}
                  </LinkButton>
                )}
                <LinkButton icon="help" href={toOnboarding(school.uuid, 'book-call')}>
                  {t('call.title')}
                </LinkButton>
                {school.state === 'ONBOARDING' && (
                  <Button look={next ? 'secondary' : 'primary'} isPending={finish.isPending} onPress={end}>
                    {t('start.finish')}
                  </Button>
                )}
              </div>
              {open.length > 0 && <p className={styles.muted}>{t('start.later')}</p>}
              <Problem text={finish.error && toReason(t, finish.error)} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
