import type { FinishAnswer } from '@kreide/core/features/auth-drivers';
import { Suspense } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { keepSignIn } from '../../kernel/sign-in.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { takeWantedPath } from '../../kernel/wanted.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { SecondStep } from '../auth/index.ts';
import styles from './AuthDriver.module.css';
import type { OpenReturn } from './service-return.ts';

/** The end of a way to the service of the school: a second step, or nothing more to do where its answer was only tried. */
export function ServiceReturnScreen() {
  const { slink, answer } = useLoaderData<OpenReturn>();
  return answer ? <OpenStep slink={slink} answer={answer} /> : <TrialDone />;
}

function TrialDone() {
  const { t } = useTranslation('auth-drivers');
  return <EmptyState headingLevel={1} icon="checkCircle" title={t('trialDoneTitle')} text={t('trialDoneText')} />;
}

/** The second step of somebody whom the service of the school has named. */
function OpenStep({ slink, answer }: { slink: string; answer: FinishAnswer }) {
  const { t } = useTranslation(['auth', 'shell']);
  const navigate = useNavigate();
  const { username, stay_logged_in } = answer;
  const goBack = (why: string | null) => {
    if (why) toasts.show('error', why, { topic: 'sign-in' });
    void navigate(`/${slink}/login`, { replace: true });
  };
  return (
    <div className={styles.step}>
      <Card isRoomy>
        <h1>{t('login.title')}</h1>
        <Suspense fallback={<Skeleton items={2} label={t('shell:titles.loading')} />}>
          <SecondStep
            slink={slink}
            answer={answer}
            stayLoggedIn={stay_logged_in}
            onBack={goBack}
            onDone={async (session) => {
              await keepSignIn(session, { username, stayLoggedIn: stay_logged_in });
              await navigate(takeWantedPath(), { replace: true });
            }}
          />
        </Suspense>
      </Card>
    </div>
  );
}
