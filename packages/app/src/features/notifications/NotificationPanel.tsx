import type { RefObject } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Panel } from '../../ui/Panel.tsx';
import { NotificationList } from './NotificationList.tsx';

interface NotificationPanelProps {
  triggerRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The notifications beside the bell (C-2.96). */
export function NotificationPanel({ triggerRef, onClose }: NotificationPanelProps) {
  const { t } = useTranslation(['notifications', 'shell']);
  return (
    <Panel title={t('title')} closeLabel={t('shell:close')} triggerRef={triggerRef} onClose={onClose}>
      <NotificationList onLeave={onClose} />
    </Panel>
  );
}
