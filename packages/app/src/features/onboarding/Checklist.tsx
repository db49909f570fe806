import { chatApi } from '@kreide/core/features/channels';
import { type OnboardingProgress, type OnboardingStep, onboardingApi } from '@kreide/core/features/onboarding';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toOnboarding } from '../../kernel/guards.ts';
import { queryOf } from '../../kernel/reading.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useWaitingApplications, useWaitingRequests } from '../registration/index.ts';
import { useWaitingDeletions } from '../settings/index.ts';
import styles from './Checklist.module.css';
import { useTrial } from './trial.ts';

/** The page of each step, below the management of the school. */
const PAGES: Readonly<Record<OnboardingStep, string>> = {
  school: 'school-data/edit-school',
  billing: 'school-data/edit-school-billing',
  year: 'years',
  timetable: 'web-interface/upload',
  people: 'upload',
  letters: 'generate-users/upload',
  screens: 'school-data/edit-settings',
};

/** What the school still needs, and what waits for whoever looks after it. Nothing is drawn where there is neither. */
export function Checklist() {
  const { t } = useTranslation('onboarding');
  const { permissions, school } = useSelf();
  const setsUp = permissions.includes('edit-school');
  const progress = useQuery({ ...queryOf(onboardingApi.get, { params: { id: `${school.id}` } }), enabled: setsUp });
  const steps = progress.data ?? [];
  const isOpen = steps.some(({ state }) => state === 'open');
  const params = { id: `${school.id}` };
  const update = useMutation(mutationOf(onboardingApi.update, { touches: [onboardingApi.get] }));
  const skipped = steps.filter(({ state }) => state === 'skipped').map(({ step }) => step);
  function skip(step: OnboardingStep) {
    const bringBack = () => update.mutate({ params, body: { skipped } });
    const action = { label: t('undo'), onAction: bringBack };
    const onSuccess = () => toasts.show('success', t('skipNamed', { step: t(`step_${step}`) }), { action });
    update.mutate({ params, body: { skipped: [...skipped, step] } }, { onSuccess });
  }
  return (
    <>
      {isOpen && <Steps steps={steps} isPending={update.isPending} onSkip={skip} />}
      <Waiting />
    </>
  );
}

interface StepsProps {
  steps: readonly OnboardingProgress[];
  isPending: boolean;
  onSkip: (step: OnboardingStep) => void;
}

function Steps({ steps, isPending, onSkip }: StepsProps) {
  const { t } = useTranslation('onboarding');
  const { school } = useSelf();
  const { data: trial } = useTrial();
  const done = steps.filter(({ state }) => state !== 'open').length;
  return (
    <Card>
      <section className={styles.part} aria-labelledby="onboarding-steps">
        <header className={styles.head}>
          <h2 id="onboarding-steps">{t('title')}</h2>
          <span>{t('progress', { done, all: steps.length })}</span>
        </header>
        <RowList>
          {steps.map(({ step, state, count }) => (
            <LinkRow
              key={step}
              href={`/management/${school.uuid}/${PAGES[step]}`}
              lead={<Icon name={state === 'done' ? 'checkCircle' : 'plus'} size={20} className={styles[state] ?? ''} />}
              text={t(`step_${step}`)}
              about={state === 'open' ? t(`about_${step}`) : undefined}
              end={
                state === 'open' ? undefined : (
                  <Tag>
                    {state === 'done' && count && step !== 'timetable' && step !== 'school' && step !== 'billing'
                      ? t(`count_${step}`, { count })
                      : t(state === 'done' ? 'done' : 'skip')}
                  </Tag>
                )
              }
              beside={
                state === 'open' && (
                  <Button
                    look="quiet"
                    aria-label={t('skipNamed', { step: t(`step_${step}`) })}
                    isDisabled={isPending}
                    onPress={() => onSkip(step)}
                  >
                    {t('skip')}
                  </Button>
                )
              }
            />
          ))}
          {trial?.is_offered && (
            <LinkRow
              href={toOnboarding(school.uuid, 'trial')}
              lead={<Icon name="eye" size={20} />}
              text={t('trial.title')}
              about={t('trial.offer')}
            />
          )}
        </RowList>
        <div>
          <LinkButton href={toOnboarding(school.uuid)}>{t('stepByStep')}</LinkButton>
        </div>
      </section>
    </Card>
  );
}

function Waiting() {
  const { t } = useTranslation('onboarding');
  const { permissions, school } = useSelf();
  const reports = useQuery({
    ...queryOf(chatApi.listReports, { query: { is_open: '1' } }),
    enabled: permissions.includes('manage-channels'),
  });
  const managesPeople = permissions.includes('manage-users');
  const waiting = [
    { what: 'codes', page: 'child-requests', count: useWaitingRequests(managesPeople) },
    { what: 'applications', page: 'applications', count: useWaitingApplications(managesPeople) },
    { what: 'deletions', page: 'deletion-request-users', count: useWaitingDeletions(managesPeople) },
    { what: 'reports', page: 'reports', count: reports.data?.length },
  ] as const;
  const shown = waiting.filter(({ count = 0 }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <Card>
      <section className={styles.part} aria-labelledby="onboarding-waiting">
        <header className={styles.head}>
          <h2 id="onboarding-waiting">{t('waiting')}</h2>
        </header>
        <RowList>
          {shown.map(({ what, page, count }) => (
            <LinkRow
              key={what}
              href={`/management/${school.uuid}/${page}`}
              text={t(`waiting_${what}`)}
              end={<Tag look="warning">{count}</Tag>}
            />
          ))}
        </RowList>
      </section>
    </Card>
  );
}
