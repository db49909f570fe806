import { Suspense } from 'react';
import { late } from '../kernel/late.ts';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { SidePanel } from '../ui/SidePanel.tsx';
import { MenuRows } from './MenuRows.tsx';
import { PersonLine } from './PersonLine.tsx';

const AccountSwitch = late(async () => (await import('../features/auth/AccountSwitch.tsx')).AccountSwitch);

/** The side panel of the account: who is signed in, and what belongs to them (C-2.71, C-2.79). */
export function AccountPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const self = useSelf();
  return (
    <SidePanel
      label={t('header.menu')}
      head={<PersonLine self={self} about={self.school.name} />}
      onClose={onClose}
      closeLabel={t('close')}
    >
      <Suspense fallback={null}>
        <AccountSwitch onLeave={onClose} />
      </Suspense>
      <MenuRows onLeave={onClose} />
    </SidePanel>
  );
}
