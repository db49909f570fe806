import { useParams } from 'react-router';
import { useStore } from 'zustand';
import { START_ROUTE } from '../../kernel/guards.ts';
import { session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { AddScreen } from './AddScreen.tsx';
import { BackupScreen } from './BackupScreen.tsx';
import { CodesScreen } from './CodesScreen.tsx';
import { RestoreScreen } from './RestoreScreen.tsx';
import { ScanScreen } from './ScanScreen.tsx';
import { SetupKeyScreen } from './SetupKeyScreen.tsx';

/** By the last part of the address (P-2.32). */
const SCREENS = new Map([
  ['start', CodesScreen],
  ['add', AddScreen],
  ['scan', ScanScreen],
  ['setup-key', SetupKeyScreen],
  ['backup', BackupScreen],
  ['restore', RestoreScreen],
]);

/** The sub-page of the address. */
export function AuthenticatorScreen() {
  const { page = '' } = useParams();
  const Screen = SCREENS.get(page) ?? NoSuchPage;
  return <Screen />;
}

/** As every address without a page (P-2.09). */
function NoSuchPage() {
  const { t } = useTranslation('shell');
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  return (
    <EmptyState
      headingLevel={isSignedIn ? 2 : 1}
      icon="search"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <LinkButton look="primary" icon="home" href={START_ROUTE}>
          {t('notFound.home')}
        </LinkButton>
      }
    />
  );
}
