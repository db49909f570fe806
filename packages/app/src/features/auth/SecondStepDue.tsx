import { secondStepApi } from '@kreide/core/features/auth';
import { usersApi } from '@kreide/core/features/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { keyOf } from '../../kernel/keys.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SELF } from './factor-wish.ts';
import { PasskeyCard } from './PasskeyCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import styles from './SecondStepDue.module.css';

export interface SecondStepDueProps {
  /** The person goes on to what was wanted. */
  onDone: () => void;
}

/** In the place of every page, until the second step is set up that the school requires. */
export function SecondStepDue({ onDone }: SecondStepDueProps) {
  const { t } = useTranslation('two-factor');
  const { school } = useSelf();
  const { data } = useQuery(queryOf(secondStepApi.getSecondFactor, SELF));
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await queries.refetchQueries({ queryKey: keyOf(usersApi.getSelf) });
    onDone();
  }

  const isSetUp = data?.is_enabled;
  const first = useRef<boolean | undefined>(undefined);
  const skip = useEffectEvent(() => void leave());
  useEffect(() => {
    // Set up elsewhere, after the last visit here.
    if (isSetUp && first.current === undefined) skip();
    first.current ??= isSetUp;
  }, [isSetUp]);

  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      <div className={styles.heading}>
        <h1>{t('duty.title')}</h1>
        <p>{t('duty.text', { school: school.name })}</p>
      </div>
      <Card>
        <div className={styles.section}>
          <SecondFactorCard />
        </div>
      </Card>
      {window.PublicKeyCredential && (
        <Card>
          <div className={styles.section}>
            <PasskeyCard />
          </div>
        </Card>
      )}
      <div className={styles.actions}>
        {isSetUp && (
          <Button look="primary" icon="check" isPending={isLeaving} onPress={leave}>
            {t('duty.done')}
          </Button>
        )}
        <LinkButton href="?logout=true" icon="logout">
          {t('duty.logout')}
        </LinkButton>
      </div>
    </main>
  );
}
