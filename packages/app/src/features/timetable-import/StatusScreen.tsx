import { timetableImportApi, UPLOADS_PAGE, type Upload } from '@kreide/core/features/timetable-import';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { ListBeside, useRoomBeside } from '../../kernel/ListBeside.tsx';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './ImportScreens.module.css';
import { UploadPage } from './UploadPage.tsx';
import { useUploadColumns } from './use-upload-columns.tsx';

const idOf = ({ uuid }: Upload) => uuid;

/** Every upload of the school (T-2.78, T-7.27); where there is room, `?upload=` is the one whose report stands beside. */
export function StatusScreen() {
  const { t } = useTranslation('timetable-import');
  const { school } = useSelf();
  const { search, change } = useAddressFilters(['order', 'upload']);
  const navigate = useNavigate();
  const isWide = useRoomBeside();
  const order = search.get('order') === 'at' ? 'at' : '-at';
  const opened = search.get('upload');
  const page = `/management/${school.uuid}/web-interface/upload`;
  const uploads = useInfiniteQuery({
    ...infiniteQueryOf(timetableImportApi.list, { params: { id: String(school.id) }, query: { order } }, UPLOADS_PAGE),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const hrefOf = useCallback(
    (uuid: string) =>
      isWide ? `?${new URLSearchParams({ ...(order === 'at' && { order }), upload: uuid })}` : `${page}?upload=${uuid}`,
    [isWide, order, page],
  );
  const columns = useUploadColumns(hrefOf, opened !== null);
  // An address of a wide window, opened in a narrow one.
  if (opened !== null && !isWide) return <Redirect to={`${page}?upload=${opened}`} />;
  return (
    <div className={styles.wide}>
      <div className={styles.actions}>
        <LinkButton look="primary" icon="upload" href={page}>
          {t('status.new')}
        </LinkButton>
      </div>
      <ListBeside
        isPage
        item={
          opened === null
            ? null
            : {
                title: t('status.report'),
                onClose: () => change({ upload: '' }),
                content: (
                  <UploadPage
                    key={opened}
                    uuid={opened}
                    onAnother={() => navigate(page)}
                    onMade={(made) => change({ upload: made })}
                  />
                ),
              }
        }
      >
        <PagedTable
          query={uploads}
          label={t('status.title')}
          idOf={idOf}
          columns={columns}
          order={order}
          onOrder={(next) => change({ order: next === '-at' ? '' : next })}
          openedId={opened}
          skeleton={{ type: 'table', label: t('status.loading') }}
          errorTitle={t('status.errorTitle')}
          empty={<EmptyState icon="upload" title={t('status.emptyTitle')} text={t('status.emptyText')} />}
        />
      </ListBeside>
    </div>
  );
}
