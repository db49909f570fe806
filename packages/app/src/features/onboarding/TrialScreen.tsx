import { onboardingApi, TRIAL_PEOPLE, type Trial, type TrialPerson } from '@kreide/core/features/onboarding';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Onboarding.module.css';
import { enterTrial, forgetVisits, useTrial } from './trial.ts';

/** The invented school beside this one: made here, entered as somebody in it, and thrown away. */
export function TrialScreen() {
  const { t } = useTranslation(['onboarding', 'errors']);
  const { school } = useSelf();
  const query = useTrial();
  return (
    <div className={styles.screen}>
      <p>{t('trial.about', { school: school.name })}</p>
      <p>{t('trial.safe')}</p>
      <p>{t('trial.language')}</p>
      <Loaded query={query} skeleton={{ items: 2, label: t('trial.loading') }} errorTitle={t('trial.errorTitle')}>
        {(trial) => <TrialCard trial={trial} />}
      </Loaded>
    </div>
  );
}

function TrialCard({ trial: { state, percent, ends_at } }: { trial: Trial }) {
  const { t, language } = useTranslation(['onboarding', 'errors']);
  const { school } = useSelf();
  const [entering, setEntering] = useState<TrialPerson | null>(null);
  const params = { id: `${school.id}` };
  const say = (thrown: unknown) =>
    toasts.show('error', t('trial.notDone', { reason: toReason(t, ApiError.from(thrown)) }), { topic: 'trial' });
  const touches = [onboardingApi.getTrial];
  const begin = useMutation({ ...mutationOf(onboardingApi.beginTrial, { touches, messages: false }), onError: say });
  const end = useMutation({ ...mutationOf(onboardingApi.endTrial, { touches, messages: false }), onError: say });

  async function enter(as: TrialPerson) {
    setEntering(as);
    try {
      await enterTrial(school, as, t(`trial.as_${as}`));
    } catch (thrown) {
      setEntering(null);
      say(thrown);
    }
  }
  const onEnded = () => {
    toasts.show('success', t('trial.ended'));
    void forgetVisits();
  };
  const make = (text: string) => (
    <Button look="primary" isPending={begin.isPending} onPress={() => begin.mutate({ params, body: {} })}>
      {text}
    </Button>
  );
  if (state === 'none') return <div>{make(t('trial.make'))}</div>;
  return (
    <Card>
      <section className={styles.card} aria-labelledby="trial-state">
        <h2 id="trial-state" aria-live="polite">
          {state === 'making' && t('trial.making', { percent })}
          {state === 'failed' && t('trial.failed')}
          {state === 'ready' && t('trial.ready')}
        </h2>
        {state === 'making' && (
          <progress className={styles.made} max={100} value={percent} aria-labelledby="trial-state" />
        )}
        {state === 'ready' && (
          <>
            <p id="trial-who">{t('trial.who')}</p>
            {/* biome-ignore lint/a11y/useSemanticElements: three buttons are no form */}
            <div role="group" className={styles.actions} aria-labelledby="trial-who">
              {TRIAL_PEOPLE.map((as) => (
                <Button
                  key={as}
                  icon="user"
                  isPending={entering === as}
                  isDisabled={entering !== null && entering !== as}
                  onPress={() => void enter(as)}
                >
                  {t(`trial.as_${as}`)}
                </Button>
              ))}
            </div>
            {ends_at && (
              <p className={styles.muted}>
                {t('trial.ends', { date: writeMoment(language, new Date(ends_at), school.time_zone, 'medium') })}
              </p>
            )}
          </>
        )}
        <div className={styles.actions}>
          {state === 'failed' && make(t('trial.again'))}
          <Button
            look={state === 'failed' ? 'secondary' : 'danger'}
            isPending={end.isPending}
            onPress={() => end.mutate({ params }, { onSuccess: onEnded })}
          >
            {t('trial.end')}
          </Button>
        </div>
      </section>
    </Card>
  );
}
