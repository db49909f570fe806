import { Suspense } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { keepSignIn } from '../../kernel/sign-in.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { takeWantedPath } from '../../kernel/wanted.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { SecondStep } from '../auth/index.ts';
import styles from './AuthDriver.module.css';
import type { OpenReturn } from './service-return.ts';

/** The second step of somebody whom the service of the school has named. */
export function ServiceReturnScreen() {
  const { t } = useTranslation(['auth', 'shell']);
  const navigate = useNavigate();
  const { slink, answer } = useLoaderData<OpenReturn>();
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
            {...{ slink, answer, stayLoggedIn: stay_logged_in }}
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
