import { useParams } from 'react-router';
import { usePageHead } from '../../kernel/page-head.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CreateFinishScreen } from './CreateFinishScreen.tsx';
import { CreateStartScreen } from './CreateStartScreen.tsx';
import { CreateUsersScreen } from './CreateUsersScreen.tsx';

/** `/channels/create/start`, `users` and `finish`: a channel in three steps, each with an address (C-2.07 to C-2.10). */
export function CreateScreen() {
  const { t } = useTranslation('channels');
  const { step } = useParams();
  const isMiddle = step === 'users';
  const isEnd = step === 'finish';
  usePageHead({ title: isMiddle ? t('creation.users') : isEnd ? t('creation.finish') : '' });
  if (isMiddle) return <CreateUsersScreen />;
  return isEnd ? <CreateFinishScreen /> : <CreateStartScreen />;
}
