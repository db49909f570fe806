import { type NewsItem, newsApi } from '@kreide/core/features/news';
import { toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { useExportAbout } from '../../kernel/export-size.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Confirmation.module.css';

const ENDINGS = { xls: 'xlsx', csv: 'csv' } as const;

const argsOf = (id: number, format: keyof typeof ENDINGS) => ({ params: { id: String(id) }, query: { format } });

/** What is saved, and how large it is. */
function About({ id, format }: { id: number; format: keyof typeof ENDINGS }) {
  return (
    <span className={styles.about}>{useExportAbout(newsApi.exportReaders, argsOf(id, format), ENDINGS[format])}</span>
  );
}

/** The list of readers as files (C-3.31). */
export function ReaderFiles({ item: { id } }: { item: NewsItem }) {
  const { t } = useTranslation('news');
  const { school } = useSelf();
  const day = toLocal(new Date(), school.time_zone).date;
  const save = useMutation({
    ...mutationOf(newsApi.exportReaders, { messages: false }),
    onSuccess: (content, { query: { format } }) =>
      saveFile(content, `${school.slink}-${day}-news-${id}.${ENDINGS[format]}`),
  });
  return (
    <div className={styles.confirmation}>
      {(['xls', 'csv'] as const).map((format) => (
        <div key={format}>
          <Button
            icon="download"
            isPending={save.isPending && save.variables.query.format === format}
            onPress={() => save.mutate(argsOf(id, format))}
          >
            {t(`export.${format}`)}
          </Button>
          <About id={id} format={format} />
        </div>
      ))}
      <Problem text={save.error?.message ?? null} />
    </div>
  );
}
