import { CLASSBOOK_PAGE, type ClassbookEntry, classbookApi } from '@kreide/core/features/classbook';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { infiniteQueryOf, mutationOf } from '../../kernel/data.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { BookList } from './BookList.tsx';
import { useBookContext } from './book-context.ts';
import styles from './Classbook.module.css';
import { useEntryHref } from './entry-address.ts';
import { LessonLine } from './LessonLine.tsx';
import { useList } from './use-list.ts';

/** The lessons of the course or class, newest first (T-2.56). */
export function ClassesTab() {
  const { t } = useTranslation('classbook');
  const { book, unit } = useBookContext();
  const { args, bar } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listEntries, args, CLASSBOOK_PAGE));
  const { begins_at = book.begins_at, ends_at = book.ends_at } = args.query;
  const save = useMutation({
    ...mutationOf(classbookApi.exportPdf),
    onSuccess: (content) => saveFile(content, `${t('title')} ${begins_at} ${ends_at}.pdf`),
  });
  return (
    <BookList
      query={query}
      bar={bar}
      above={
        <p>
          <Button
            look="quiet"
            icon="download"
            isPending={save.isPending}
            onPress={() => save.mutate({ params: { id: String(book.id) }, query: { ...unit, begins_at, ends_at } })}
          >
            {t('exports.pdf')}
          </Button>
        </p>
      }
    >
      {(entry) => <EntryRow entry={entry} />}
    </BookList>
  );
}

function EntryRow({ entry }: { entry: ClassbookEntry }) {
  const { t } = useTranslation('classbook');
  const hrefOf = useEntryHref();
  const { absent_count, too_late_count, is_open, topic } = entry;
  return (
    <Link to={hrefOf(entry)} className={styles.entry}>
      <LessonLine entry={entry} />
      <span className={topic === '' ? styles.muted : styles.topic}>{topic === '' ? t('entry.noTopic') : topic}</span>
      <span className={styles.tags}>
        {is_open && <Tag look="dashed">{t('entry.unfinished')}</Tag>}
        {absent_count > 0 && <Tag>{t('entry.absentCount', { count: absent_count })}</Tag>}
        {too_late_count > 0 && <Tag>{t('entry.lateCount', { count: too_late_count })}</Tag>}
      </span>
    </Link>
  );
}
