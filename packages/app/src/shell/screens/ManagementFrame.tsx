import { toAuditName } from '@kreide/core/kernel';
import { Suspense, useEffect } from 'react';
import { Outlet, useParams } from 'react-router';
import { START_ROUTE } from '../../kernel/guards.ts';
import { late } from '../../kernel/late.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { neededBy, toManagementTarget } from '../administration.ts';
import { surfaceUses } from '../feature-routes.ts';
import { managementFeatureRoutes } from '../management-routes.ts';
import { useRouteHandle } from '../use-route-title.ts';

const LastRecorded = late(async () => (await import('../../features/audit/LastRecorded.tsx')).LastRecorded);

/** Guards the management pages: users without rights are redirected and told why; other schools' pages do not exist. Below settings it says who changed them last. */
export function ManagementFrame() {
  const { t } = useTranslation(['shell', 'errors', 'frame']);
  const { permissions, school } = useSelf();
  const { schoolUuid } = useParams();
  const handle = useRouteHandle();
  const { administration } = handle;
  const needed = neededBy(managementFeatureRoutes, handle);
  const target = toManagementTarget(managementFeatureRoutes, permissions);
  useEffect(() => {
    if (target !== null) toasts.show('error', t('errors:forbidden'));
  }, [target, t]);

  if (target !== null) return <Redirect to={target} />;
  const home = (
    <LinkButton look="primary" icon="home" href={START_ROUTE}>
      {t('notFound.home')}
    </LinkButton>
  );
  if (schoolUuid !== school.uuid) {
    return <EmptyState icon="search" title={t('notFound.title')} text={t('notFound.text')} action={home} />;
  }
  if (needed && !permissions.includes(needed)) {
    return <EmptyState icon="lock" title={t('frame:refused.title')} text={t('frame:refused.text')} action={home} />;
  }
  const recorded = permissions.includes('view-audit-log') ? administration?.recorded : undefined;
  return (
    <>
      <Outlet context={surfaceUses} />
      {recorded && (
        <Suspense fallback={null}>
          <LastRecorded
            wish={'action' in recorded ? { action: toAuditName(recorded.action) } : recorded}
            isNarrow={administration?.isNarrow}
          />
        </Suspense>
      )}
    </>
  );
}
