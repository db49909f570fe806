import type { PublicAccessState } from '@kreide/core/features/schools';
import { timetableApi } from '@kreide/core/features/timetable';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { getLanguage } from '../../kernel/i18n.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Preview } from './Preview.tsx';
import styles from './SchoolSettingsScreen.module.css';
import { toBase, toSnippet } from './snippets.ts';

const Select = lazy(async () => ({ default: (await import('../../ui/Select.tsx')).Select }));

interface TimetableUseProps {
  access: PublicAccessState;
  slink: string;
}

/** The timetable of a grade as a part of the homepage. */
export function TimetableUse({ access, slink }: TimetableUseProps) {
  const { t } = useTranslation('management');
  const texts = useCopyTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const grades = useQuery(queryOf(timetableApi.search, { query: { entity: 'grades' } }, { staleTime: 60_000 }));
  const names = grades.data?.map(({ shortcut }) => shortcut) ?? [];
  const grade = chosen ?? names[0];
  const attributes = { school: slink, entity: 'grades', 'entity-id': grade ?? '5a' };
  return (
    <>
      {grade !== undefined && (
        <Suspense fallback={null}>
          <Select
            label={t('timetable.grade')}
            options={names.map((name) => ({ key: name, text: name }))}
            value={grade}
            onChange={setChosen}
          />
        </Suspense>
      )}
      <div className={styles.group}>
        <CopyField
          label={t('embed')}
          value={toSnippet(toBase(access.monitor_links.sub), 'kreide-timetable', attributes)}
          texts={texts}
        />
        <p className={styles.note}>
          {t(grade === undefined && grades.isSuccess ? 'timetable.none' : 'timetable.others')}
        </p>
      </div>
      {grade !== undefined && (
        <Preview element="timetable">
          <kreide-timetable school={slink} entity="grades" entity-id={grade} locale={getLanguage()} />
        </Preview>
      )}
    </>
  );
}
