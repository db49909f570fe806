import { useSelf } from '../../kernel/session.ts';
import { useMedia } from '../../kernel/use-media.ts';
import { Card } from '../../ui/Card.tsx';
import { DeletionCard } from './DeletionCard.tsx';
import styles from './OverviewScreen.module.css';
import { PageList } from './PageList.tsx';
import { ProfileForms } from './ProfileScreen.tsx';

/** From here on the list stands beside the page (`SettingsFrame.module.css`). */
const IS_WIDE = '(min-width: 64rem)';

/** The pages of the settings (P-2.56); where they stand beside the page anyway, the first of them. */
export function OverviewScreen() {
  const self = useSelf();
  const isWide = useMedia(IS_WIDE);
  return (
    <div className={styles.overview}>
      <DeletionCard />
      {isWide ? (
        <ProfileForms />
      ) : (
        <Card>
          <PageList self={self} path="/settings" />
        </Card>
      )}
    </div>
  );
}
