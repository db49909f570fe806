import { getNews, type NewsItem } from '@kreide/core/features/news';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CarriedFields } from './CarriedFields.tsx';
import { NewsForm } from './NewsForm.tsx';
import pages from './NewsPages.module.css';
import { NoNews, Refused } from './NewsStates.tsx';
import { useNewsFiles } from './use-news-files.ts';
import { useNewsForm } from './use-news-form.ts';
import { useUnsentNews } from './use-unsent-news.ts';

/** Edits an item (C-6.16). It starts from the server's current version, not from the cache. */
export function EditNewsScreen() {
  const { t } = useTranslation('news');
  const id = useParams().id ?? '';
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery(
    queryOf(getNews, { params: { id } }, { enabled: isId, staleTime: 0, refetchOnWindowFocus: false }),
  );
  const { isFetchedAfterMount, data } = query;
  if (!isId || (query.error?.code === 'not_found' && !data)) return <NoNews />;
  return (
    <Loaded
      query={{ ...query, data: isFetchedAfterMount ? data : undefined }}
      skeleton={{ items: 3, label: t('single.loading') }}
      errorTitle={t('single.errorTitle')}
    >
      {(item) => (isAllowed(item.can, 'update') ? <ChangedItem key={item.id} item={item} /> : <Refused />)}
    </Loaded>
  );
}

function ChangedItem({ item }: { item: NewsItem }) {
  const { t } = useTranslation('news');
  const navigate = useNavigate();
  const unsent = useUnsentNews();
  const form = useNewsForm({
    item,
    draft: null,
    own: unsent.values,
    onSaved: (saved) => {
      unsent.discard();
      if (!saved) {
        toasts.show('info', t('changes.waits'));
        navigate('/news');
        return;
      }
      const isToCome = Date.parse(saved.publish_at) > Date.now();
      toasts.show('success', t('changes.saved'));
      navigate(isToCome ? '/news/scheduled' : `/news?news=${saved.uuid}`);
    },
  });
  const files = useNewsFiles(form);
  return (
    <div className={pages.page}>
      <NewsForm
        form={form}
        can={item.can}
        carried={<CarriedFields form={form} files={files} />}
        onSubmit={async () => (files.isUploading ? undefined : form.submit())}
      >
        <LinkButton look="quiet" href="/news">
          {t('form.cancel')}
        </LinkButton>
        <Button type="submit" look="primary" isPending={form.isPending || files.isUploading}>
          {t(files.isUploading ? 'files.wait' : form.isPending ? 'form.saving' : 'form.save')}
        </Button>
      </NewsForm>
    </div>
  );
}
