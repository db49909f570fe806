import { toBadge } from '@kreide/core/features/notifications';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import styles from './Bell.module.css';
import { NotificationEvents } from './NotificationEvents.tsx';
import { summaryQuery } from './summary-query.ts';
import { useConsent } from './use-consent.ts';

export { ChatBadge } from './ChatBadge.tsx';

const NotificationPanel = late(async () => (await import('./NotificationPanel.tsx')).NotificationPanel);

const PushRegistrationKeeper = late(async () => (await import('./PushRegistration.tsx')).PushRegistrationKeeper);

/** From this width on the notifications are a panel beside the bell, below a page (C-2.96). */
const IS_SMALL = '(max-width: 768px)';

/** The bell of the header with the number of unread notifications, for those who see calendars (C-2.68, C-2.69). */
export function Bell() {
  const { permissions } = useSelf();
  const mayPush = useConsent();
  return (
    <>
      {mayPush && (
        <Suspense fallback={null}>
          <PushRegistrationKeeper />
        </Suspense>
      )}
      {permissions.includes('view-calendars') && <VisibleBell />}
    </>
  );
}

function VisibleBell() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const place = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(summaryQuery);
  const count = data?.notifications.unread_count ?? 0;
  const badge = toBadge(count);
  const label = badge === null ? t('bell.label') : t('bell.unread', { badge });
  const press = () => (window.matchMedia(IS_SMALL).matches ? navigate('/notification-centre') : setOpen(true));
  return (
    <span ref={place} className={styles.bell}>
      <IconButton icon="bell" label={label} aria-haspopup="dialog" aria-expanded={isOpen} onPress={press} />
      {badge !== null && (
        <span className={styles.badge} aria-hidden="true">
          {badge}
        </span>
      )}
      <NotificationEvents />
      <Suspense fallback={null}>
        {isOpen && <NotificationPanel triggerRef={place} onClose={() => setOpen(false)} />}
      </Suspense>
    </span>
  );
}
