import { schoolsApi } from '@kreide/core/features/schools';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { withBranding } from '../../kernel/guards.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginScreen.module.css';

/** The sign-in page of one school (P-2.17); an unknown school gets a message and a link to the search. */
export function LoginScreen() {
  const { t } = useTranslation(['auth', 'shell', 'errors']);
  const { slink = '' } = useParams();
  const { search } = useLocation();
  const school = useQuery(queryOf(schoolsApi.get, { params: { slink } }, { staleTime: 5 * 60_000 }));
  const { error } = school;
  const otherSchool = (
    <LinkButton look="quiet" icon="search" href={withBranding('/select-school', search)}>
      {t('login.otherSchool')}
    </LinkButton>
  );
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        {error?.code === 'not_found' && (
          <EmptyState
            headingLevel={1}
            icon="school"
            title={t('login.unknownTitle')}
            text={t('login.unknownText', { slink })}
            action={otherSchool}
          />
        )}
        {error && error.code !== 'not_found' && (
          <ErrorState
            headingLevel={1}
            title={t('shell:connectionLost.title')}
            text={t(`errors:${error.code}`)}
            retryLabel={t('shell:retry')}
            onRetry={() => school.refetch()}
            isRetrying={school.isFetching}
          />
        )}
        {!error && (
          <div className={styles.content}>
            <div className={styles.heading}>
              <h1>{t('login.title')}</h1>
              {school.data ? (
                <p className={styles.school}>
                  <Icon name="school" size={20} />
                  <span>
                    {school.data.name}
                    {school.data.city && `, ${school.data.city}`}
                  </span>
                </p>
              ) : (
                <Skeleton items={1} label={t('shell:titles.loading')} />
              )}
            </div>
            <LoginForm slink={slink} />
            {otherSchool}
          </div>
        )}
      </Card>
    </div>
  );
}
