import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { Page } from './Page.tsx';

/** The ways in which an account comes here. */
export function AddScreen() {
  const { t } = useTranslation('authenticator');
  return (
    <Page title={t('add.title')} about={t('add.about')}>
      <Card>
        <RowList label={t('add.title')}>
          <LinkRow icon="eye" href="/authenticator/scan" text={t('add.scan')} about={t('add.scanAbout')} />
          <LinkRow icon="edit" href="/authenticator/setup-key" text={t('add.key')} about={t('add.keyAbout')} />
          <LinkRow icon="upload" href="/authenticator/restore" text={t('add.restore')} about={t('add.restoreAbout')} />
        </RowList>
      </Card>
    </Page>
  );
}
