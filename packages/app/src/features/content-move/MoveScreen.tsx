import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LiveChannels } from '../channels/index.ts';
import styles from './Move.module.css';
import { MoveCard } from './MoveCard.tsx';
import { useSituation } from './use-move.ts';

/** `/channels/:id/content-move`: where the content of a channel goes at the end of a school year (T-2.148). */
export function MoveScreen() {
  const { t } = useTranslation('content-move');
  const { id = '' } = useParams();
  const situation = useSituation(id);
  const name = situation.data?.channel.meta.displayname;
  usePageHead({ title: t('title'), about: name });
  return (
    <div className={styles.screen}>
      <LiveChannels />
      <Loaded query={situation} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
        {(found) => <MoveCard key={found.channel.id} situation={found} />}
      </Loaded>
    </div>
  );
}
