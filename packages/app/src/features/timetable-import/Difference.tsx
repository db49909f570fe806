import { CHANGE_KINDS, timetableImportApi, type Upload } from '@kreide/core/features/timetable-import';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useActiveTab } from '../../kernel/use-active-tab.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './ImportScreens.module.css';

/** Lines that are shown at once. */
const PAGE = 50;

const TABS = ['all', ...CHANGE_KINDS] as const;

/** The whole difference from the plan in force, line by line, with a filter. */
export function Difference({ upload }: { upload: Upload }) {
  const { t } = useTranslation('timetable-import');
  const query = useQuery(queryOf(timetableImportApi.changes, { params: { uuid: upload.uuid } }, { staleTime: 0 }));
  const [kind, setKind] = useActiveTab(TABS);
  const [text, setText] = useState('');
  const [shown, setShown] = useState(PAGE);
  const wanted = text.trim().toLowerCase();
  return (
    <Card>
      <section className={styles.section} aria-label={t('difference.title')}>
        <h3>{t('difference.title')}</h3>
        <SearchField label={t('difference.search')} value={text} onChange={setText} />
        <Tabs
          label={t('difference.kind')}
          tabs={TABS.map((id) => ({ id, text: t(id === 'all' ? 'difference.all' : `change.${id}`) }))}
          value={kind}
          onChange={setKind}
        >
          <Loaded
            query={query}
            skeleton={{ items: 3, label: t('difference.loading') }}
            errorTitle={t('difference.errorTitle')}
            headingLevel={3}
          >
            {({ rows, is_complete }) => {
              const found = rows.filter(
                (row) => (kind === 'all' || row.kind === kind) && row.text.toLowerCase().includes(wanted),
              );
              return (
                <>
                  <p className={styles.hint} role="status">
                    {t('difference.count', { count: found.length })}
                    {!is_complete && ` ${t('difference.incomplete')}`}
                  </p>
                  <ul className={styles.rows}>
                    {found.slice(0, shown).map((row, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike and have no other name
                      <li key={index}>
                        <span className={classes(styles.kind, styles[row.kind])}>{t(`change.${row.kind}`)}</span>
                        <b>{row.what}</b>
                        <span>{[row.before, row.after].filter((side) => side !== null).join(' → ')}</span>
                      </li>
                    ))}
                  </ul>
                  {found.length > shown && (
                    <Button onPress={() => setShown(shown + PAGE)}>{t('difference.more')}</Button>
                  )}
                </>
              );
            }}
          </Loaded>
        </Tabs>
      </section>
    </Card>
  );
}
