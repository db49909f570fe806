import { childRequestApi, registrationEvents } from '@kreide/core/features/registration';
import { useQuery } from '@tanstack/react-query';
import { invalidateQueries, writeQuery } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { waitingQuery } from './request-queries.ts';

/** How many requests wait, above the pages about people; changes as they come and are answered. */
export function WaitingBanner() {
  const { t } = useTranslation('registration', { useSuspense: false });
  const { school } = useSelf();
  const { child_requests, applications } = useQuery(waitingQuery()).data ?? { child_requests: 0, applications: 0 };
  useRealtime(
    registrationEvents.waitingChanged,
    (waiting) => void writeQuery(childRequestApi.getWaiting, {}, waiting),
    () => void invalidateQueries(childRequestApi.getWaiting),
  );
  const look = (page: string) => (
    <LinkButton href={`/management/${school.uuid}/${page}`}>{t('requests.look')}</LinkButton>
  );
  return (
    <>
      {child_requests > 0 && (
        <Banner kind="info" icon="user" action={look('child-requests')}>
          {t('requests.waiting', { count: child_requests })}
        </Banner>
      )}
      {applications > 0 && (
        <Banner kind="info" icon="user" action={look('applications')}>
          {t('applications.waiting', { count: applications })}
        </Banner>
      )}
    </>
  );
}
