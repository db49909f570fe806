import { Outlet, useParams } from 'react-router';
import { OnboardingWay } from '../../features/onboarding/OnboardingWay.tsx';
import { START_ROUTE } from '../../kernel/guards.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { surfaceUses } from '../feature-routes.ts';

/** Guards the pages of setting up a school: another school's do not exist, and whoever does not administer theirs is refused. */
export function OnboardingFrame() {
  const { t } = useTranslation(['shell', 'frame']);
  const { permissions, school } = useSelf();
  const { schoolUuid } = useParams();
  const home = (
    <LinkButton look="primary" icon="home" href={START_ROUTE}>
      {t('notFound.home')}
    </LinkButton>
  );
  if (schoolUuid !== school.uuid)
    return <EmptyState icon="search" title={t('notFound.title')} text={t('notFound.text')} action={home} />;
  if (!permissions.includes('edit-school'))
    return <EmptyState icon="lock" title={t('frame:refused.title')} text={t('frame:refused.text')} action={home} />;
  return (
    <OnboardingWay>
      <Outlet context={surfaceUses} />
    </OnboardingWay>
  );
}
