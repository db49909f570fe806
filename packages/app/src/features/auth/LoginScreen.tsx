import { schoolsApi } from '@kreide/core/features/schools';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { queryOf } from '../../kernel/data.ts';
import { withBranding } from '../../kernel/guards.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginScreen.module.css';

const schoolOf = (slink: string) => queryOf(schoolsApi.get, { params: { slink } }, { staleTime: 5 * 60_000 });

/** Asks for the school before the page is drawn, which takes a slow phone some time. */
export const readSchool = (slink: string): Promise<void> => queries.prefetchQuery(schoolOf(slink));

/** The sign-in page of one school (P-2.17). */
export function LoginScreen() {
  const { slink = '' } = useParams();
  const { search } = useLocation();
  return <SchoolLogin slink={slink} title="login.title" searchHref={withBranding('/select-school', search)} />;
}

interface SchoolLoginProps {
  slink: string;
  title: 'login.title' | 'accounts.addTitle';
  /** The page to find another school. */
  searchHref: string;
}

/** Signing in at one school; an unknown school gets a message and a link to the search. */
export function SchoolLogin({ slink, title, searchHref }: SchoolLoginProps) {
  const { t } = useTranslation(['auth', 'shell', 'errors', 'privacy']);
  const { search } = useLocation();
  const offersCode = useStore(branding, ({ brand }) => brand.registration_code);
  const school = useQuery(schoolOf(slink));
  const { error } = school;
  const otherSchool = (
    <LinkButton look="quiet" icon="search" href={searchHref}>
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
            text={toReason(t, error)}
            retryLabel={t('shell:retry')}
            onRetry={() => school.refetch()}
            isRetrying={school.isFetching}
          />
        )}
        {!error && (
          <div className={styles.content}>
            <div className={styles.heading}>
              <h1>{t(title)}</h1>
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
            {offersCode && (
              <LinkButton look="quiet" icon="arrowRight" href={`/${slink}/register`}>
                {t('login.activationCode')}
              </LinkButton>
            )}
            {otherSchool}
            <Link to={withBranding('/help/problem', search)}>{t('login.help')}</Link>
          </div>
        )}
      </Card>
      <Link className={styles.privacy} to={withBranding('/data-protection', search)}>
        {t('privacy:link')}
      </Link>
    </div>
  );
}
