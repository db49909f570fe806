import { isAllowed } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './Policies.module.css';
import { acceptPolicy, policiesQuery } from './policies-queries.ts';

/** In the place of every page, until what the school wants accepted is accepted (T-7.112). */
export function PolicyDue() {
  const { t } = useTranslation('management');
  const { school } = useSelf();
  const policies = useQuery(policiesQuery(school.id));
  const accept = useMutation(acceptPolicy);
  return (
    <main id="main" tabIndex={-1} className={styles.due}>
      <Loaded
        query={policies}
        skeleton={{ items: 1, label: t('policies.loading') }}
        errorTitle={t('policies.errorTitle')}
        headingLevel={1}
      >
        {(all) =>
          all
            .filter(({ can }) => isAllowed(can, 'accept'))
            .map(({ id, title, text }) => (
              <section key={id} className={styles.part} aria-labelledby={`policy-${id}`}>
                <h1 id={`policy-${id}`}>{title}</h1>
                <p>{t('due.intro', { school: school.name })}</p>
                <Card isRoomy>
                  <p className={styles.text}>{text}</p>
                </Card>
                <div className={styles.actions}>
                  <Button
                    look="primary"
                    icon="check"
                    isPending={accept.isPending}
                    onPress={() => accept.mutate({ params: { id: `${school.id}`, policyId: `${id}` } })}
                  >
                    {t('due.accept')}
                  </Button>
                </div>
              </section>
            ))
        }
      </Loaded>
      <div className={styles.actions}>
        <LinkButton href="?logout=true" icon="logout">
          {t('due.logout')}
        </LinkButton>
      </div>
    </main>
  );
}
