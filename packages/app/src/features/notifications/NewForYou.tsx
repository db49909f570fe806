import { useTranslation } from '../../kernel/use-translation.ts';
import { CardSection } from '../../ui/CardSection.tsx';
import { UnreadNotifications } from './UnreadNotifications.tsx';

/** What happened since the last look. */
export function NewForYou() {
  const { t } = useTranslation('start');
  return (
    <CardSection title={t('changes.title')} href="/notification-centre" link={t('changes.all')}>
      <UnreadNotifications />
    </CardSection>
  );
}
